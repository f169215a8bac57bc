// Opening, reading and closing: the public functions over libedit.

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "editor.h"
#include "layout.h"
#include "screen.h"
#include "signals.h"
#include "standin.h"
#include "utf8.h"

static cel_t *open_editor;

static bool is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

// Numbers and messages keep the C locale; without a UTF-8 LC_CTYPE libedit drops every character beyond ASCII.
bool cel_use_utf8(void) {
  static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (setlocale(LC_CTYPE, names[i]) != NULL && is_utf8()) return true;
  }
  return false;
}

cel_t *cel_of(EditLine *el) {
  cel_t *editor = NULL;
  el_wget(el, EL_CLIENTDATA, &editor);
  return editor;
}

static wchar_t *prompt_of(EditLine *el) {
  static wchar_t none[] = L"";
  cel_t *editor = cel_of(el);
  if (editor->other_prompt != NULL) return editor->other_prompt;
  return editor->prompt != NULL ? editor->prompt : none;
}

// The order matters: choosing an editor wipes every binding, and so may the user's editrc, which may name the
// functions.
static void set_up(cel_t *editor) {
  EditLine *el = editor->el;
  el_wset(el, EL_CLIENTDATA, editor);
  el_wset(el, EL_EDITOR, L"emacs");
  el_wset(el, EL_SIGNAL, 0);
  el_wset(el, EL_PROMPT_ESC, prompt_of, CEL_LITERAL);
  el_wset(el, EL_GETCFN, cel_read_key);
  cel_add_functions(el);
  cel_bind_defaults(el);
  el_source(el, NULL);
  el_wset(el, EL_SIGNAL, 0);
  el_wset(el, EL_EDITMODE, 1);
  cel_bind_essentials(el);
}

static bool start(cel_t *editor, const char *program) {
  editor->complaints = fopen("/dev/null", "we");
  if (editor->complaints == NULL) return false;
  editor->el = el_init(program, stdin, stdout, editor->complaints);
  if (editor->el == NULL) {
    errno = ENOMEM;
    return false;
  }
  set_up(editor);
  editor->has_escapes = cel_screen_knows_escapes(editor->el);
  if (!cel_signals_open()) return false;
  cel_signals_catch_crashes();
  return true;
}

static void release(cel_t *editor) {
  if (editor->el != NULL) el_end(editor->el);
  if (editor->complaints != NULL) fclose(editor->complaints);
  free(editor->prompt);
  free(editor->other_prompt);
  free(editor->text);
  free(editor);
}

cel_t *cel_open(const char *program, cel_key_function_t function, void *context) {
  errno = open_editor != NULL ? EBUSY : ENOTTY;
  if (open_editor != NULL || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return NULL;
  cel_use_utf8();
  cel_t *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->function = function;
  editor->context = context;
  editor->result = CEL_PENDING;
  if (!start(editor, program)) {
    int error = errno;
    release(editor);
    errno = error;
    return NULL;
  }
  open_editor = editor;
  return editor;
}

void cel_close(cel_t *editor) {
  cel_signals_close();
  release(editor);
  open_editor = NULL;
}

void cel_enter_mode(cel_t *editor) {
  // The rest clears what was typed ahead, which the terminal has shown and libedit will show again.
  static const char begin_paste[] = "\x1b[?2004h\r\x1b[K";
  // Before the prompt: libedit prints it first, and a control key typed in between would go to the terminal's line
  // mode.
  el_wset(editor->el, EL_PREP_TERM, 1);
  if (editor->has_escapes) cel_screen_write(begin_paste, sizeof begin_paste - 1);
}

void cel_leave_mode(cel_t *editor) {
  static const char end_paste[] = "\x1b[?2004l";
  if (editor->has_escapes) cel_screen_write(end_paste, sizeof end_paste - 1);
  el_wset(editor->el, EL_PREP_TERM, 0);
}

static bool keep_text(cel_t *editor, const wchar_t *line, size_t count, size_t *length) {
  size_t needed = count * 4 + 1;
  if (needed > editor->text_capacity) {
    char *text = realloc(editor->text, needed);
    if (text == NULL) return false;
    editor->text = text;
    editor->text_capacity = needed;
  }
  size_t at = 0;
  for (size_t i = 0; i < count; i++) at += cel_utf8_encode(cel_meant(line[i]), editor->text + at);
  editor->text[at] = 0;
  *length = at;
  return true;
}

static size_t utf8_length(const wchar_t *line, size_t count) {
  char bytes[4];
  size_t length = 0;
  for (size_t i = 0; i < count; i++) length += cel_utf8_encode(cel_meant(line[i]), bytes);
  return length;
}

// The accepted line ends with the newline of the key that accepted it.
static size_t line_count(const LineInfoW *line) {
  size_t count = (size_t)(line->lastchar - line->buffer);
  return count > 0 && line->buffer[count - 1] == L'\n' ? count - 1 : count;
}

const char *cel_line(cel_t *editor, size_t *length, size_t *cursor) {
  const LineInfoW *line = el_wline(editor->el);
  size_t bytes = 0;
  bool kept = keep_text(editor, line->buffer, line_count(line), &bytes);
  if (length != NULL) *length = bytes;
  if (cursor != NULL) {
    size_t at = utf8_length(line->buffer, (size_t)(line->cursor - line->buffer));
    *cursor = at < bytes ? at : bytes;
  }
  return kept ? editor->text : "";
}

bool cel_set_line(cel_t *editor, const char *text, size_t length, size_t cursor) {
  size_t count = 0, before = 0;
  wchar_t *wide = cel_utf8_widen(text, length, &count);
  free(cel_utf8_widen(text, cursor < length ? cursor : length, &before));
  if (wide != NULL) cel_show(wide);
  const LineInfoW *line = el_wline(editor->el);
  el_cursor(editor->el, (int)(line->lastchar - line->cursor));
  line = el_wline(editor->el);
  el_wdeletestr(editor->el, (int)(line->lastchar - line->buffer));
  bool done = wide != NULL && (count == 0 || el_winsertstr(editor->el, wide) == 0);
  if (done && before < count) el_cursor(editor->el, -(int)(count - before));
  free(wide);
  return done;
}

void cel_move(cel_t *editor, int32_t count) { el_cursor(editor->el, count); }

void cel_delete(cel_t *editor, int32_t count) {
  if (count > 0) el_cursor(editor->el, count);
  el_wdeletestr(editor->el, count < 0 ? -count : count);
}

static bool is_typed_ahead(cel_t *editor) {
  struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN};
  return !cel_input_is_empty(&editor->input) || poll(&end, 1, 0) > 0;
}

bool cel_has_input(cel_t *editor) { return editor->input.pasting || is_typed_ahead(editor); }

bool cel_drop_paste(cel_t *editor, bool typed_ahead) {
  if (editor->input.pasting) return editor->dropping = !cel_input_ends_paste(&editor->input);
  if (!typed_ahead || !is_typed_ahead(editor)) return false;
  cel_input_drop(&editor->input);
  tcflush(STDIN_FILENO, TCIFLUSH);
  return true;
}

void cel_set_prompt(cel_t *editor, const char *prompt, size_t length) {
  free(editor->other_prompt);
  editor->other_prompt = prompt != NULL ? cel_utf8_widen(prompt, length, NULL) : NULL;
  if (editor->other_prompt != NULL) cel_show(editor->other_prompt);
}

static void begin_reading(cel_t *editor, const char *prompt, size_t length) {
  free(editor->prompt);
  editor->prompt = cel_utf8_widen(prompt, length, NULL);
  editor->result = CEL_PENDING;
  editor->error = 0;
  editor->searching = editor->inside = editor->mends = false;
  cel_set_prompt(editor, NULL, 0);
  // A Ctrl-C that came while a command ran takes the rest of a paste along.
  if (cel_signals_take_interrupt()) cel_input_drop(&editor->input);
  editor->dropping = editor->dropping && editor->input.pasting;
  cel_signals_begin_reading(editor->has_escapes);
  cel_screen_fit(editor);
  cel_enter_mode(editor);
}

static void end_reading(cel_t *editor) {
  if (editor->result != CEL_LINE) {
    cel_set_prompt(editor, NULL, 0);
    cel_screen_leave_line(editor);
  }
  if (editor->result == CEL_INTERRUPTED) cel_screen_write("^C\n", 3);
  cel_leave_mode(editor);
  cel_signals_end_reading();
}

int32_t cel_call(cel_t *editor, int32_t function, int32_t key) {
  bool was_inside = cel_signals_set_inside(false);
  int32_t answer = editor->function(editor->context, function, key);
  cel_signals_set_inside(was_inside);
  return answer;
}

int32_t cel_read(cel_t *editor, const char *prompt, size_t length) {
  begin_reading(editor, prompt, length);
  if (sigsetjmp(*cel_signals_crash_place(), 1) != 0) {
    cel_signals_end_reading();
    return CEL_ENDED;
  }
  int count = 0;
  cel_signals_set_inside(true);
  const wchar_t *line = el_wgets(editor->el, &count);
  cel_signals_set_inside(false);
  // A line and Ctrl-D end without the reader's doing.
  if (line != NULL) editor->result = CEL_LINE;
  else if (editor->result == CEL_PENDING) editor->result = CEL_END;
  int32_t result = editor->result;
  end_reading(editor);
  return result;
}

int32_t cel_error(const cel_t *editor) { return editor->error; }

bool cel_has_escapes(const cel_t *editor) { return editor->has_escapes; }
