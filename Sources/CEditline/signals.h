// What the process does with its signals while an editor is open.
//
// SIGINT, and every signal that ends a process, are caught as long as the editor is open: they set a flag. So do the signals of
// crashes when another process sends them. A crash of this process gives the terminal back: one in the editor's own code ends
// the reading of the line, any other meets the action that was there before.
// SIGCONT, SIGWINCH and SIGTSTP set flags; they are caught only while a line is being read, because only then is the terminal
// in another mode. What the process ignored before stays ignored.

#ifndef CEDITLINE_SIGNALS_H
#define CEDITLINE_SIGNALS_H

#include <setjmp.h>
#include <stdbool.h>

// Starts catching. Returns false with errno when there is no pipe to wake the reader with.
bool cel_signals_open(void);
void cel_signals_catch_crashes(void);
void cel_signals_close(void);

// Where the reading of a line continues after a crash in the editor's own code, which has given the terminal back.
sigjmp_buf *cel_signals_crash_place(void);
// Says whether this thread is in the editor's own code from now on; returns whether it was.
bool cel_signals_set_inside(bool inside);

// Called before the terminal leaves its mode, and after it has come back to it.
void cel_signals_begin_reading(bool has_escapes);
void cel_signals_end_reading(void);

// The end to poll: readable when a signal came.
int cel_signals_descriptor(void);
void cel_signals_drain(void);

// Each returns whether the signal came, and forgets it.
bool cel_signals_take_interrupt(void);
bool cel_signals_take_continue(void);
bool cel_signals_take_resize(void);
bool cel_signals_take_suspend(void);

// Stops the process as Ctrl-Z does by default; returns when it goes on, or at once when nobody could continue it.
void cel_signals_suspend(void);

#endif
