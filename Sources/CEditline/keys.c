// Where keys come from: the terminal, signals, and what an earlier key left to be done.

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "editor.h"
#include "screen.h"
#include "signals.h"
#include "standin.h"

// How long the rest of an escape sequence or of a character may take; a person does not notice it after Escape. In a paste
// the rest comes, however late, since an end mark follows.
static const int partial_wait_milliseconds = 25;

static int wait_for_rest(const cel_t *editor) { return editor->input.pasting ? -1 : partial_wait_milliseconds; }

static void end_with(cel_t *editor, int32_t result) {
  editor->result = result;
  editor->fed = 0;
  cel_input_drop(&editor->input);
}

static void redraw_after_stop(cel_t *editor) {
  cel_leave_mode(editor);
  cel_enter_mode(editor);
  cel_screen_fit(editor);
  cel_screen_write("\r", 1);
  cel_screen_draw_line(editor);
}

static void suspend(cel_t *editor) {
  cel_screen_leave_line(editor);
  cel_leave_mode(editor);
  cel_signals_suspend();
  redraw_after_stop(editor);
}

static void resize(cel_t *editor) {
  cel_screen_hide_line(editor);
  cel_screen_fit(editor);
  cel_screen_draw_line(editor);
}

static void handle_signals(cel_t *editor) {
  if (cel_signals_take_interrupt()) end_with(editor, CEL_INTERRUPTED);
  if (cel_ending_signal() != 0) end_with(editor, CEL_ENDED);
  if (cel_signals_take_suspend()) suspend(editor);
  if (cel_signals_take_continue()) redraw_after_stop(editor);
  if (cel_signals_take_resize()) resize(editor);
}

static void fill(cel_t *editor) {
  long count = cel_input_fill(&editor->input, STDIN_FILENO);
  if (count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN))) return;
  // A terminal that hung up gives EIO on Linux and 0 elsewhere.
  if (count < 0 && errno != EIO) editor->error = errno;
  end_with(editor, editor->error != 0 ? CEL_FAILED : CEL_HUNG_UP);
}

// Waits for bytes or a signal. Returns false when the time was over before anything came.
static bool wait_for_input(cel_t *editor, int milliseconds) {
  struct pollfd ends[2] = {
      {.fd = STDIN_FILENO, .events = POLLIN},
      {.fd = cel_signals_descriptor(), .events = POLLIN},
  };
  int count = poll(ends, 2, milliseconds);
  if (count < 0 && errno != EINTR) {
    editor->error = errno;
    end_with(editor, CEL_FAILED);
  }
  if (count <= 0) return count != 0;
  // A signal goes first: what an interrupt drops must not hold bytes that were typed after it.
  if (ends[1].revents != 0) cel_signals_drain();
  else if (ends[0].revents != 0) fill(editor);
  return true;
}

// The next token that is not empty; false when reading has ended.
static bool next_token(cel_t *editor, cel_token_t *token, wchar_t *scalar) {
  for (bool patient = true;;) {
    handle_signals(editor);
    if (editor->result != CEL_PENDING) return false;
    *token = cel_input_next(&editor->input, patient, scalar);
    if (*token != CEL_TOKEN_EMPTY && *token != CEL_TOKEN_PARTIAL) return true;
    if (*token == CEL_TOKEN_EMPTY && !editor->inside) {
      cel_screen_mend_line(editor);
      cel_screen_draw_hint(editor);
    }
    patient = wait_for_input(editor, *token == CEL_TOKEN_PARTIAL ? wait_for_rest(editor) : -1);
    cel_screen_clear_hint(editor);
  }
}

// A key that is not read: one that was fed, or the call of a function that has not finished.
static wchar_t take_made_key(cel_t *editor) {
  wchar_t key = editor->fed;
  editor->fed = 0;
  if (key != 0) return key;
  if (editor->searching) return CEL_CALL_SEARCH;
  return editor->input.pasting ? CEL_CALL_PASTE : 0;
}

// NUL is what the terminal makes of a Ctrl-D that was typed just before the mode changed, and libedit would quote the
// key after it. The C1 block is not on keyboards, and two of it are calls.
static bool is_key(wchar_t *scalar) {
  if (*scalar >= 0x80 && *scalar < 0xA0) *scalar = 0xFFFD;
  *scalar = cel_shown(*scalar);
  return *scalar != 0;
}

int cel_read_key(EditLine *el, wchar_t *key) {
  cel_t *editor = cel_of(el);
  const LineInfoW *line = el_wline(el);
  // On an empty line, the End key of libedit's vi commands goes in front of the buffer.
  if (line->cursor < line->buffer) el_cursor(el, 1);
  for (;;) {
    if (editor->result == CEL_PENDING && !editor->inside) {
      *key = take_made_key(editor);
      if (*key != 0) return 1;
    }
    cel_token_t token;
    if (!next_token(editor, &token, key)) {
      errno = EINTR;
      return -1;
    }
    if (token == CEL_TOKEN_PASTE_BEGIN) {
      *key = CEL_CALL_PASTE;
      return 1;
    }
    if (token == CEL_TOKEN_SCALAR && is_key(key)) return 1;
  }
}

bool cel_read_pasted(cel_t *editor, wchar_t *scalar) {
  cel_token_t token;
  if (!next_token(editor, &token, scalar) || token != CEL_TOKEN_SCALAR) return false;
  *scalar = cel_shown(*scalar);
  return true;
}
