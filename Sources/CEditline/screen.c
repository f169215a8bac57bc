#include "screen.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "layout.h"
#include "utf8.h"

void cel_window_size(int32_t *columns, int32_t *rows) {
  struct winsize size = {0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
  *columns = size.ws_col > 0 ? size.ws_col : 80;
  *rows = size.ws_row > 0 ? size.ws_row : 24;
}

static bool is_prompt_wrapped(const cel_t *editor) {
  int32_t columns, rows;
  cel_window_size(&columns, &rows);
  cel_position_t end = {0, 0};
  if (editor->prompt != NULL) cel_layout_prompt(&end, editor->prompt, columns);
  return end.row > 0;
}

static void drop_escapes(wchar_t *prompt) {
  wchar_t *kept = prompt;
  for (bool literal = false; *prompt != 0; prompt++) {
    if (*prompt == CEL_LITERAL) literal = !literal;
    else if (!literal) *kept++ = *prompt;
  }
  *kept = 0;
}

// Where another prompt is drawn over one of several rows, libedit asks for escapes that it has forgotten, and an assertion
// fails.
void cel_screen_fit(cel_t *editor) {
  if (is_prompt_wrapped(editor)) drop_escapes(editor->prompt);
  el_resize(editor->el);
}

void cel_screen_write(const char *text, size_t length) {
  fwrite(text, 1, length, stdout);
  fflush(stdout);
}

// Both of libedit's modes make a newline a carriage return and a newline.
static void write_text(const char *text) { cel_screen_write(text, strlen(text)); }

// Where the end of the line is, or its cursor, counted from the prompt's first row.
static cel_position_t position_of(cel_t *editor, bool cursor_only) {
  int32_t columns, rows;
  cel_window_size(&columns, &rows);
  const wchar_t *prompt = editor->other_prompt != NULL ? editor->other_prompt : editor->prompt;
  const LineInfoW *line = el_wline(editor->el);
  cel_position_t at = {0, 0};
  if (prompt != NULL) cel_layout_prompt(&at, prompt, columns);
  cel_layout_text(&at, line->buffer, (size_t)((cursor_only ? line->cursor : line->lastchar) - line->buffer), columns);
  return at;
}

static int32_t row_of(cel_t *editor, bool cursor_only) { return position_of(editor, cursor_only).row; }

static int32_t clamped_to_window(int32_t count) {
  int32_t columns, rows;
  cel_window_size(&columns, &rows);
  return count < rows - 1 ? count : rows - 1;
}

void cel_screen_leave_line(cel_t *editor) {
  int32_t below = clamped_to_window(row_of(editor, false) - row_of(editor, true));
  for (int32_t i = 0; i < below; i++) write_text("\n");
  write_text("\n");
}

void cel_screen_hide_line(cel_t *editor) {
  if (!editor->has_escapes) {
    write_text("\n");
    return;
  }
  char up[32] = "";
  int32_t above = clamped_to_window(row_of(editor, true));
  if (above > 0) snprintf(up, sizeof up, "\x1b[%dA", (int)above);
  write_text(up);
  write_text("\r\x1b[J");
}

void cel_screen_draw_line(cel_t *editor) { el_wset(editor->el, EL_REFRESH); }

static void write_scalars(const wchar_t *text, size_t count) {
  char bytes[4];
  for (size_t i = 0; i < count; i++) {
    if (text[i] != CEL_LITERAL) fwrite(bytes, 1, cel_utf8_encode(text[i], bytes), stdout);
  }
}

// Only what stands in one row as it is can be written again.
static bool is_plain(cel_t *editor, const LineInfoW *line) {
  for (const wchar_t *at = line->buffer; at < line->lastchar; at++) {
    if (*at < 0x20 || (*at >= 0x7F && *at < 0xA0)) return false;
  }
  return row_of(editor, false) == 0;
}

void cel_screen_mend_line(cel_t *editor) {
  const LineInfoW *line = el_wline(editor->el);
  const wchar_t *prompt = editor->other_prompt != NULL ? editor->other_prompt : editor->prompt;
  size_t count = (size_t)(line->lastchar - line->buffer), before = (size_t)(line->cursor - line->buffer);
  if (!editor->has_escapes || prompt == NULL) return;
  editor->mends = editor->mends || cel_layout_is_joined(line->buffer, count);
  if (!editor->mends || !is_plain(editor, line)) return;
  fputs("\r", stdout);
  write_scalars(prompt, wcslen(prompt));
  write_scalars(line->buffer, before);
  fputs("\x1b" "7", stdout);
  write_scalars(line->cursor, count - before);
  fputs("\x1b[K\x1b" "8", stdout);
  fflush(stdout);
}

void cel_screen_draw_hint(cel_t *editor) {
  const LineInfoW *line = el_wline(editor->el);
  bool is_at_end = line->cursor == line->lastchar && line->lastchar > line->buffer;
  if (!editor->has_escapes || !is_at_end || editor->mends || editor->searching || editor->input.pasting) return;
  cel_call(editor, CEL_HINT, 0);
}

void cel_show_hint(cel_t *editor, const char *text, size_t length) {
  int32_t columns, rows;
  cel_window_size(&columns, &rows);
  int32_t room = columns - position_of(editor, false).column - 1;
  size_t end = 0;
  while (end < length) {
    wchar_t scalar = 0;
    size_t used = cel_utf8_decode((const unsigned char *)text + end, length - end, &scalar);
    if (used == 0 || (room -= cel_width(text + end, used)) < 0) break;
    end += used;
  }
  if (end == 0) return;
  fputs("\x1b" "7\x1b[2m", stdout);
  fwrite(text, 1, end, stdout);
  fputs("\x1b[0m\x1b" "8", stdout);
  fflush(stdout);
  editor->hinted = true;
}

void cel_screen_clear_hint(cel_t *editor) {
  if (!editor->hinted) return;
  write_text("\x1b[K");
  editor->hinted = false;
}

bool cel_screen_knows_escapes(EditLine *el) {
  char *up = NULL, *clear = NULL;
  if (el_get(el, EL_GETTC, "up", &up) != 0 || el_get(el, EL_GETTC, "cd", &clear) != 0) return false;
  // Moving up may have another, shorter form: `screen` has ESC M.
  return up != NULL && clear != NULL && up[0] == '\x1b' && strncmp(clear, "\x1b[", 2) == 0;
}

void cel_print_below(cel_t *editor, const char *text, size_t length) {
  cel_screen_leave_line(editor);
  for (size_t start = 0; start < length;) {
    const char *newline = memchr(text + start, '\n', length - start);
    size_t end = newline != NULL ? (size_t)(newline - text) : length;
    cel_screen_write(text + start, end - start);
    write_text("\n");
    start = end + 1;
  }
  cel_screen_draw_line(editor);
}
