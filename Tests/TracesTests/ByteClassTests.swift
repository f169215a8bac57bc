import Testing

@testable import Traces

@Suite("Classes of bytes")
struct ByteClassTests {
  @Test("each byte is of the classes that its ASCII character is of, and of none beyond ASCII")
  func classes() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let isASCII = character.isASCII
      #expect(byte.isDigit == (isASCII && character.isWholeNumber))
      #expect(byte.isUpperCase == (isASCII && character.isUppercase))
      #expect(byte.isLowerCase == (isASCII && character.isLowercase))
      #expect(byte.isLetter == (isASCII && character.isLetter))
      #expect(byte.isHexDigit == (isASCII && character.isHexDigit))
      #expect(byte.isDigestDigit == (isASCII && character.isHexDigit && !character.isUppercase))
      #expect(byte.lowerCased == (isASCII ? character.lowercased().utf8.first : byte))
    }
  }
}
