#include "utf8.h"

#include <stdlib.h>

// What a first byte promises: the length, and the bounds of the second byte (Unicode, table 3-7).
typedef struct {
  size_t length;
  unsigned char low, high;
} lead_t;

static lead_t lead(unsigned char byte) {
  if (byte < 0x80) return (lead_t){1, 0, 0};
  if (byte < 0xC2) return (lead_t){0, 0, 0};
  if (byte < 0xE0) return (lead_t){2, 0x80, 0xBF};
  if (byte < 0xF0) return (lead_t){3, byte == 0xE0 ? 0xA0 : 0x80, byte == 0xED ? 0x9F : 0xBF};
  if (byte < 0xF5) return (lead_t){4, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF};
  return (lead_t){0, 0, 0};
}

size_t cel_utf8_decode(const unsigned char *bytes, size_t count, wchar_t *scalar) {
  if (count == 0) return 0;
  lead_t first = lead(bytes[0]);
  *scalar = CEL_REPLACEMENT;
  if (first.length == 0) return 1;
  if (first.length == 1) {
    *scalar = bytes[0];
    return 1;
  }
  unsigned value = bytes[0] & (0x7F >> first.length);
  for (size_t i = 1; i < first.length; i++) {
    if (i == count) return 0;
    unsigned char low = i == 1 ? first.low : 0x80, high = i == 1 ? first.high : 0xBF;
    if (bytes[i] < low || bytes[i] > high) return i;
    value = value << 6 | (bytes[i] & 0x3F);
  }
  *scalar = (wchar_t)value;
  return first.length;
}

size_t cel_utf8_encode(wchar_t scalar, char *bytes) {
  unsigned value = (unsigned)scalar;
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) value = CEL_REPLACEMENT;
  if (value < 0x80) {
    bytes[0] = (char)value;
    return 1;
  }
  size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  for (size_t i = length - 1; i > 0; i--, value >>= 6) bytes[i] = (char)(0x80 | (value & 0x3F));
  bytes[0] = (char)((0xF00u >> length & 0xFF) | value);
  return length;
}

wchar_t *cel_utf8_widen(const char *text, size_t length, size_t *count) {
  wchar_t *wide = malloc((length + 1) * sizeof *wide);
  if (wide == NULL) return NULL;
  size_t n = 0;
  for (size_t at = 0; at < length; n++) {
    size_t used = cel_utf8_decode((const unsigned char *)text + at, length - at, &wide[n]);
    if (used == 0) wide[n] = CEL_REPLACEMENT;
    if (wide[n] == 0) wide[n] = CEL_REPLACEMENT;
    at = used == 0 ? length : at + used;
  }
  wide[n] = 0;
  if (count != NULL) *count = n;
  return wide;
}
