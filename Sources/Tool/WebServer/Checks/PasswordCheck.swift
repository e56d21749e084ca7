import Foundation

/// Requires a password, which browsers ask for (RFC 7617, Basic).
///
/// The password is sent with each request. Beyond this machine, use it behind a proxy with TLS.
public struct PasswordCheck: RequestCheck {
  private let realm: String
  private let password: [UInt8]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - password: The password; any name is accepted with it.
  ///   - realm: What the password is for, as browsers show it. Quotation marks are left out.
  public init(_ password: String, realm: String) {
    (self.password, self.realm) = (Array(password.utf8), realm.replacing("\"", with: ""))
  }

  /// Compares the password of a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: `WebRefusal` if it has none or another one.
  public func check(_ request: WebRequest) throws(WebRefusal) {
    let values = request.headers.values(of: "Authorization")
    if values.count == 1, let sent = Self.password(values[0]), isEqual(sent) { return }
    var refusal = WebRefusal(
      401, "no-password", at: "header Authorization", "The page needs its password.")
    refusal.headers = [("WWW-Authenticate", "Basic realm=\"\(realm)\", charset=\"UTF-8\"")]
    throw refusal
  }

  private static func password(_ value: String) -> ArraySlice<UInt8>? {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let bytes = Data(base64Encoded: String(parts[1])),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return Array(bytes[(colon + 1)...])[...]
  }

  /// Compares in a time that does not show how much is equal.
  private func isEqual(_ sent: ArraySlice<UInt8>) -> Bool {
    var difference = sent.count ^ password.count
    for (index, byte) in sent.enumerated() where !password.isEmpty {
      difference |= Int(byte ^ password[index % password.count])
    }
    return difference == 0
  }
}
