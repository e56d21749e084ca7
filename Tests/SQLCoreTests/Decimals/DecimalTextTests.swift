import Foundation
import SQLCore
import Testing

/// Decimal numbers in files, which may have any text.
@Suite("Decimals as text")
struct DecimalTextTests {
  /// Exponents that exceed any arithmetic, and invalid numbers.
  @Test(arguments: [
    "10e9223372036854775807", "1e9223372036854775807", "0.1e-9223372036854775808",
    "1e-9223372036854775808", "1e99999999999999999999", "1e1000001", "1e", "e1", ".", "-", "1e1.5",
    "1x", "", "--1", "1e200",
  ])
  func unrepresentableTextsAreNotDecimals(_ text: String) {
    #expect(SQLValue.text(text).decimal == nil)
  }

  @Test(arguments: [
    ("12.50", Decimal(string: "12.5")), ("-1e-05", Decimal(string: "-0.00001")),
    ("0e1000000", Decimal.zero), ("1e30", Decimal(string: "1e30")),
  ])
  func decimalsAreReadAsWritten(_ text: String, _ number: Decimal?) {
    #expect(SQLValue.text(text).decimal == number)
  }
}
