// The terminal's bytes, cut into scalars and pastes.

#ifndef CEDITLINE_INPUT_H
#define CEDITLINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

// Unread bytes survive from one line to the next. `pasting` is true between the two marks of a bracketed paste.
typedef struct {
  unsigned char bytes[65536];
  size_t start, end;
  bool pasting;
} cel_input_t;

typedef enum {
  CEL_TOKEN_SCALAR,
  CEL_TOKEN_PASTE_BEGIN,
  CEL_TOKEN_PASTE_END,
  // Nothing is here.
  CEL_TOKEN_EMPTY,
  // What is here may be the beginning of a mark or of a scalar.
  CEL_TOKEN_PARTIAL,
} cel_token_t;

// Takes the next token. With `patient`, a beginning is left alone; without, it is taken for what it is.
cel_token_t cel_input_next(cel_input_t *input, bool patient, wchar_t *scalar);

// Whether a paste is under way and its end comes next.
bool cel_input_ends_paste(const cel_input_t *input);

// Whether bytes wait.
bool cel_input_is_empty(const cel_input_t *input);

// Forgets the bytes and an open paste.
void cel_input_drop(cel_input_t *input);

// Reads what the descriptor has. Returns the count of `read`, and -1 with errno.
long cel_input_fill(cel_input_t *input, int descriptor);

#endif
