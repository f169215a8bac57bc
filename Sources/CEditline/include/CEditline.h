// Line editing with libedit behind an opaque type.
//
// All text crosses this border as UTF-8, pointer and length; libedit's macros, variadic functions and wchar_t stay in
// the C sources. One editor may be open at a time, because the signal handlers and the terminal belong to the process.

#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cel cel_t;

// How a reading of a line ended.
enum {
  CEL_LINE = 0,
  CEL_INTERRUPTED = 1,
  CEL_END = 2,
  CEL_FAILED = 3,
  // The terminal is gone.
  CEL_HUNG_UP = 4,
  // A signal asks the program to end: `cel_ending_signal` tells which.
  CEL_ENDED = 5,
};

// What the user asked for; the first argument of the key function.
enum {
  CEL_COMPLETE = 0,
  CEL_HISTORY_PREVIOUS = 1,
  CEL_HISTORY_NEXT = 2,
  CEL_SEARCH_BEGIN = 3,
  CEL_SEARCH_KEY = 4,
  // What a person sees as one character, left or right of the cursor.
  CEL_MOVE_LEFT = 5,
  CEL_MOVE_RIGHT = 6,
  CEL_DELETE_LEFT = 7,
  CEL_DELETE_RIGHT = 8,
  CEL_TRANSPOSE = 9,
  // The line waits for a key with its cursor at its end: `cel_show_hint` may say what could follow. Its answer is not used.
  CEL_HINT = 10,
};

// Keys of CEL_SEARCH_KEY that are not scalars.
enum {
  CEL_KEY_INTERRUPT = -1,
  CEL_KEY_END = -2,
  // An escape sequence or a paste; it acts by itself after the search has ended.
  CEL_KEY_SEQUENCE = -3,
};

// What the key function answers.
enum {
  CEL_REFRESH = 0,
  CEL_BEEP = 1,
  // Stay in the search: the next key goes to CEL_SEARCH_KEY.
  CEL_SEARCH = 2,
  // Leave the search, then let the same key act on the line.
  CEL_ACT = 3,
};

// Called inside `cel_read` for the keys above; may call `cel_line`, `cel_set_line`, `cel_move`, `cel_delete`,
// `cel_set_prompt`, `cel_print_below`, `cel_show_hint`.
typedef int32_t (*cel_key_function_t)(void *context, int32_t function, int32_t key);

// Opens the editor on the standard input and output. `program` is the name that an editrc line may begin with. Returns
// NULL and sets errno: EBUSY when one is open already, ENOTTY when libedit cannot edit here.
cel_t *cel_open(const char *program, cel_key_function_t function, void *context);

// Closes the editor and gives the terminal and the signal actions back.
void cel_close(cel_t *editor);

// Reads one line. Every escape sequence of `prompt` stands between two bytes 1, and a printable character follows it.
int32_t cel_read(cel_t *editor, const char *prompt, size_t length);

// The line as it is (inside the key function) or as it was accepted (after CEL_LINE, without the newline). The bytes
// are the editor's and live until the next call. `cursor` is an offset in bytes; both out parameters may be NULL.
const char *cel_line(cel_t *editor, size_t *length, size_t *cursor);

// Replaces the line and puts the cursor at a byte offset. Returns false when there is no memory; the line is empty
// then.
bool cel_set_line(cel_t *editor, const char *text, size_t length, size_t cursor);

// Moves the cursor by so many scalars; those before it count below 0.
void cel_move(cel_t *editor, int32_t count);

// Deletes so many scalars behind the cursor, or before it when below 0.
void cel_delete(cel_t *editor, int32_t count);

// Leaves out what is left of the paste under way; the next reading of a line begins behind it. Returns whether there
// was something. `typed_ahead` also drops what was typed, or pasted by a terminal that does not mark pastes.
bool cel_drop_paste(cel_t *editor, bool typed_ahead);

// Whether there is more to read than was read: a paste under way, or what was typed ahead.
bool cel_has_input(cel_t *editor);

// Shows another prompt from the next refresh on; NULL gives the prompt of `cel_read` back.
void cel_set_prompt(cel_t *editor, const char *prompt, size_t length);

// Prints text below the line, then the prompt and the line again. A newline in the text starts a new row.
void cel_print_below(cel_t *editor, const char *text, size_t length);

// Shows a text dim behind the line until the next key, cut to its row. Only inside CEL_HINT.
void cel_show_hint(cel_t *editor, const char *text, size_t length);

// The error number after CEL_FAILED.
int32_t cel_error(const cel_t *editor);

// Whether escape sequences may be written: the terminal's description knows how to move up and to clear.
bool cel_has_escapes(const cel_t *editor);

// The signal that asked the program to end while an editor was open; 0 while none did.
int32_t cel_ending_signal(void);

// From now on no Ctrl-C ends the process, however long nobody looks at it: it is about to end by itself.
void cel_interrupt_disarm(void);

// Between these two another program has the terminal: no Ctrl-C ends the process or is noted. Then the terminal has its mode back.
void cel_terminal_lend(void);
void cel_terminal_take_back(void);

// Ends the process by a signal, with the action that the signal had before the editor was opened.
_Noreturn void cel_end_by_signal(int32_t number);

// Whether Ctrl-C came since the last clearing, while an editor was open, or a signal that ends the program. Safe on any
// thread.
bool cel_interrupt_requested(void);
// How many milliseconds ago that came; -1 when it did not. Safe on any thread.
int64_t cel_interrupt_age(void);
// Forgets a Ctrl-C that was asked for; returns whether one was.
bool cel_interrupt_take_heard(void);
// Catches Ctrl-C and the signals that end a program without an editor; returns false when nothing can be caught.
bool cel_interrupt_catch(void);
void cel_interrupt_release(void);
void cel_interrupt_clear(void);

// The size of the window of the standard output; 80 columns and 24 rows when it is unknown.
void cel_window_size(int32_t *columns, int32_t *rows);

// Makes LC_CTYPE a UTF-8 one if it can. Returns false when the system has no UTF-8 locale that this knows of.
bool cel_use_utf8(void);

// Where a cursor stands after a text has been printed from the left margin.
typedef struct {
  int32_t row;
  int32_t column;
} cel_position_t;

// Where the cursor is after a prompt (escapes between bytes 1) and a text, as libedit wraps them.
cel_position_t cel_layout(const char *prompt, size_t prompt_length, const char *text, size_t text_length,
                          int32_t columns);

// The number of columns of a text that holds no control characters.
int32_t cel_width(const char *text, size_t length);

#endif
