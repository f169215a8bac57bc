extension String {
  /// The text with everything but ASCII letters and digits taken away, then without the digits in front. Idempotent.
  var sanitisedLoginName: String {
    let kept = unicodeScalars.filter { $0.isASCIILetter || $0.isASCIIDigit }
    return String(String.UnicodeScalarView(kept.drop(while: \.isASCIIDigit)))
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
