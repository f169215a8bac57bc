#define _GNU_SOURCE 1

#include "layout.h"

#include <stdlib.h>
#include <wctype.h>

#include "utf8.h"

// One cell or two, as `re_putc` of libedit: what does not fit at the margin goes to the next row, and a full row ends.
static void put(cel_position_t *at, int32_t width, int32_t columns) {
  if (at->column + width > columns) *at = (cel_position_t){at->row + 1, 0};
  at->column += width;
  if (at->column >= columns) *at = (cel_position_t){at->row + 1, 0};
}

static void put_cells(cel_position_t *at, int32_t count, int32_t columns) {
  for (int32_t i = 0; i < count; i++) put(at, 1, columns);
}

// The forms of `ct_visual_char`: `^X` for a control character, `\U+1234` for what the locale cannot print.
static void put_character(cel_position_t *at, wchar_t scalar, int32_t columns) {
  if (scalar == L'\t') {
    do put(at, 1, columns);
    while (at->column % 8 != 0);
  } else if (scalar == L'\n') {
    *at = (cel_position_t){at->row + 1, 0};
  } else if (scalar < 0x100 && iswcntrl((wint_t)scalar)) {
    put_cells(at, 2, columns);
  } else if (iswprint((wint_t)scalar)) {
    int32_t width = wcwidth(scalar);
    if (width > 0) put(at, width, columns);
  } else {
    put_cells(at, scalar > 0xFFFF ? 8 : 7, columns);
  }
}

void cel_layout_text(cel_position_t *at, const wchar_t *text, size_t count, int32_t columns) {
  if (columns < 2) columns = 2;
  for (size_t i = 0; i < count; i++) put_character(at, text[i], columns);
}

void cel_layout_prompt(cel_position_t *at, const wchar_t *prompt, int32_t columns) {
  for (bool literal = false; *prompt != 0; prompt++) {
    if (*prompt == CEL_LITERAL) literal = !literal;
    else if (!literal) cel_layout_text(at, prompt, 1, columns);
  }
}

cel_position_t cel_layout(const char *prompt, size_t prompt_length, const char *text, size_t text_length,
                          int32_t columns) {
  cel_position_t at = {0, 0};
  size_t count = 0;
  wchar_t *wide_prompt = cel_utf8_widen(prompt, prompt_length, NULL);
  wchar_t *wide_text = cel_utf8_widen(text, text_length, &count);
  if (wide_prompt != NULL && wide_text != NULL) {
    cel_layout_prompt(&at, wide_prompt, columns);
    cel_layout_text(&at, wide_text, count, columns);
  }
  free(wide_prompt);
  free(wide_text);
  return at;
}

static bool joins(wchar_t scalar) {
  return (scalar >= 0x1F1E6 && scalar <= 0x1F1FF) || (scalar >= 0x1F3FB && scalar <= 0x1F3FF) ||
         (scalar >= 0x300 && wcwidth(scalar) == 0);
}

bool cel_layout_is_joined(const wchar_t *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (joins(text[i])) return true;
  }
  return false;
}

int32_t cel_width(const char *text, size_t length) {
  int32_t width = 0;
  for (size_t at = 0; at < length;) {
    wchar_t scalar = 0;
    size_t used = cel_utf8_decode((const unsigned char *)text + at, length - at, &scalar);
    int cells = used == 0 ? 1 : wcwidth(scalar);
    if (cells > 0) width += cells;
    at = used == 0 ? length : at + used;
  }
  return width;
}
