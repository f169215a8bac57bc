// UTF-8 to and from wchar_t, which is UTF-32 on the systems that this builds on.

#ifndef CEDITLINE_UTF8_H
#define CEDITLINE_UTF8_H

#include <stddef.h>
#include <wchar.h>

#define CEL_REPLACEMENT ((wchar_t)0xFFFD)

// Decodes one scalar of `bytes`. Returns the number of bytes it took, at least 1; U+FFFD stands for each ill-formed
// part (Unicode 3.9, maximal subparts). Returns 0 when the bytes are a proper beginning of a scalar.
size_t cel_utf8_decode(const unsigned char *bytes, size_t count, wchar_t *scalar);

// Writes at most 4 bytes and returns their number; what is not a scalar becomes U+FFFD.
size_t cel_utf8_encode(wchar_t scalar, char *bytes);

// A new array, ended by 0, of the scalars of a text; a 0 in the text becomes U+FFFD. NULL when there is no memory.
wchar_t *cel_utf8_widen(const char *text, size_t length, size_t *count);

#endif
