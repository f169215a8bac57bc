#include "input.h"

#include <string.h>
#include <unistd.h>

#include "utf8.h"

static const char paste_begin[] = "\x1b[200~";
static const char paste_end[] = "\x1b[201~";

typedef enum { MATCH_NONE, MATCH_PARTIAL, MATCH_WHOLE } match_t;

static match_t match(const cel_input_t *input, const char *mark) {
  size_t length = strlen(mark), here = input->end - input->start;
  if (memcmp(input->bytes + input->start, mark, here < length ? here : length) != 0) return MATCH_NONE;
  return here < length ? MATCH_PARTIAL : MATCH_WHOLE;
}

static cel_token_t take_mark(cel_input_t *input, bool begins) {
  input->start += strlen(paste_begin);
  input->pasting = begins;
  return begins ? CEL_TOKEN_PASTE_BEGIN : CEL_TOKEN_PASTE_END;
}

static cel_token_t take_scalar(cel_input_t *input, bool patient, wchar_t *scalar) {
  size_t used = cel_utf8_decode(input->bytes + input->start, input->end - input->start, scalar);
  if (used == 0 && patient) return CEL_TOKEN_PARTIAL;
  input->start = used == 0 ? input->end : input->start + used;
  return CEL_TOKEN_SCALAR;
}

cel_token_t cel_input_next(cel_input_t *input, bool patient, wchar_t *scalar) {
  if (cel_input_is_empty(input)) return CEL_TOKEN_EMPTY;
  match_t begin = match(input, paste_begin), end = match(input, paste_end);
  if (begin == MATCH_WHOLE && !input->pasting) return take_mark(input, true);
  if (end == MATCH_WHOLE) return take_mark(input, false);
  if (patient && (begin == MATCH_PARTIAL || end == MATCH_PARTIAL)) return CEL_TOKEN_PARTIAL;
  return take_scalar(input, patient, scalar);
}

bool cel_input_ends_paste(const cel_input_t *input) {
  return input->pasting && match(input, paste_end) == MATCH_WHOLE;
}

bool cel_input_is_empty(const cel_input_t *input) { return input->start == input->end; }

void cel_input_drop(cel_input_t *input) {
  input->start = input->end = 0;
  input->pasting = false;
}

long cel_input_fill(cel_input_t *input, int descriptor) {
  memmove(input->bytes, input->bytes + input->start, input->end - input->start);
  input->end -= input->start;
  input->start = 0;
  ssize_t count = read(descriptor, input->bytes + input->end, sizeof input->bytes - input->end);
  if (count > 0) input->end += (size_t)count;
  return count;
}
