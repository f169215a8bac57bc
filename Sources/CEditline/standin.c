#include "standin.h"

#include <stdbool.h>

// Above every character, below the bit that libedit uses; libedit prints only the lowest 20 bits.
#define STAND_IN ((wchar_t)0x40000000)

typedef struct {
  wchar_t first, last;
} range_t;

static const range_t hidden[] = {
    {0x061C, 0x061C}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x2069},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

static bool is_hidden(wchar_t scalar) {
  for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
    if (scalar >= hidden[i].first && scalar <= hidden[i].last) return true;
  }
  return false;
}

wchar_t cel_shown(wchar_t scalar) { return is_hidden(scalar) ? (scalar | STAND_IN) : scalar; }

wchar_t cel_meant(wchar_t scalar) { return scalar & ~STAND_IN; }

void cel_show(wchar_t *text) {
  for (; *text != 0; text++) *text = cel_shown(*text);
}
