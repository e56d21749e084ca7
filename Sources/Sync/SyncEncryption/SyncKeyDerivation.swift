import CCrypto
import Foundation
import SyncPort

/// The parameters with which scrypt (RFC 7914) derives a key from a passphrase.
///
/// They are not secret, and every device needs the same ones:
/// `SealedProvider.unlock(_:passphrase:)` stores them on the server. They are meant for a
/// passphrase of several random words; a short one can be guessed nevertheless.
public struct SyncKeyDerivation: Hashable, Sendable {
  /// Random bytes that make equal passphrases result in different keys: 16 to 64 bytes.
  public let salt: Data
  /// The binary logarithm of scrypt's N: 15 to 20.
  public let costLogarithm: Int
  /// Scrypt's r: 8 to 32; with N, it determines the memory needed, 128 · N · r bytes.
  public let blockSize: Int
  /// Scrypt's p: 1 to 16.
  public let parallelism: Int

  /// Creates parameters with a random salt.
  ///
  /// - Parameter costLogarithm: The binary logarithm of N; 17 needs 128 MiB and less than a second.
  /// - Returns: The parameters.
  /// - Throws: `SyncError` of the kind `invalid` for numbers out of bounds.
  public static func random(costLogarithm: Int = 17) throws -> SyncKeyDerivation {
    try SyncKeyDerivation(salt: SyncKey.randomBytes(16), costLogarithm: costLogarithm)
  }

  /// Creates parameters.
  ///
  /// - Throws: `SyncError` of the kind `invalid` for numbers out of bounds, which would make
  ///   guessing easy or need more than 1 GiB of memory.
  public init(
    salt: Data, costLogarithm: Int = 17, blockSize: Int = 8, parallelism: Int = 1
  ) throws {
    guard (16...64).contains(salt.count), (15...20).contains(costLogarithm),
      (8...32).contains(blockSize), (1...16).contains(parallelism),
      blockSize << costLogarithm <= 8 << 20
    else {
      throw SyncError(
        .invalid,
        "The parameters for deriving a key are out of bounds: "
          + "ln=\(costLogarithm), r=\(blockSize), p=\(parallelism), \(salt.count) B of salt.",
        advice: "Create them with SyncKeyDerivation.random().")
    }
    (self.salt, self.costLogarithm) = (Data(salt), costLogarithm)
    (self.blockSize, self.parallelism) = (blockSize, parallelism)
  }

  /// The parameters in the form of PHC strings: `$scrypt$ln=17,r=8,p=1$` and the salt in Base64.
  public var text: String {
    let salt = salt.base64EncodedString().replacingOccurrences(of: "=", with: "")
    return "$scrypt$ln=\(costLogarithm),r=\(blockSize),p=\(parallelism)$\(salt)"
  }

  /// Creates parameters from their text.
  ///
  /// - Parameter text: The value of `text`.
  /// - Throws: `SyncError` of the kind `invalid` for text in another form, or for numbers out of
  ///   bounds.
  public init(text: String) throws {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    let numbers = parts.count == 4 ? parts[2].split(separator: ",") : []
    let values = zip(numbers, ["ln=", "r=", "p="]).compactMap { number, name in
      number.hasPrefix(name) ? Int(number.dropFirst(name.count)) : nil
    }
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "scrypt", numbers.count == 3,
      values.count == 3, let salt = Base64URL.decode(parts[3])
    else {
      throw SyncError(
        .invalid, "The text does not describe how a key is derived from a passphrase.",
        advice: "Use a text that begins with $scrypt$ln=.")
    }
    try self.init(
      salt: salt, costLogarithm: values[0], blockSize: values[1], parallelism: values[2])
  }
}

extension SyncKey {
  /// Derives a key from a passphrase, which takes memory and time by design.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase; different Unicode representations of the same characters are
  ///     equal.
  ///   - derivation: The parameters, which must be the same on all devices.
  /// - Throws: `SyncError` of the kind `invalid` for an empty passphrase, or if there is not enough
  ///   memory.
  public init(passphrase: String, _ derivation: SyncKeyDerivation) throws {
    let passphrase = Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
    guard !passphrase.isEmpty else {
      throw SyncError(.invalid, "The passphrase is empty.", advice: "Choose several random words.")
    }
    let bytes = Self.scrypt(
      passphrase, [UInt8](derivation.salt), costLogarithm: derivation.costLogarithm,
      derivation.blockSize, derivation.parallelism)
    guard let bytes else {
      let mebibytes = (derivation.blockSize << derivation.costLogarithm) / (1 << 13)
      throw SyncError(
        .invalid, "Cannot derive a key from the passphrase: there is not enough memory.",
        advice: "Free \(mebibytes) MiB of memory.")
    }
    try self.init(bytes: bytes)
  }

  /// Returns the result of scrypt (RFC 7914); nil if there is not enough memory.
  static func scrypt(
    _ passphrase: [UInt8], _ salt: [UInt8], costLogarithm: Int, _ blockSize: Int,
    _ parallelism: Int
  ) -> Data? {
    var bytes = [UInt8](repeating: 0, count: size)
    // Twice the maximum that the parameters allow.
    let memoryLimit: UInt64 = 2 << 30
    let isDone = passphrase.withUnsafeBytes { passphrase in
      EVP_PBE_scrypt(
        passphrase.bindMemory(to: CChar.self).baseAddress, passphrase.count, salt, salt.count,
        UInt64(1) << costLogarithm, UInt64(blockSize), UInt64(parallelism), memoryLimit, &bytes,
        bytes.count)
    }
    ERR_clear_error()
    return isDone == 1 ? Data(bytes) : nil
  }
}
