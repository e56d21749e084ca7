import Foundation

/// Values that a statement receives in a single parameter, to test whether another value is one of
/// them.
///
/// A parameter for each value would exceed the statement's limit, and require compiling a statement
/// for each count.
package struct SQLList: Hashable, Sendable {
  package enum Elements: Hashable, Sendable {
    case integers([Int64])
    case reals([Double])
    /// Texts without the character NUL, at which JSON ends in some databases.
    case texts([String])
    case blobs([Data])
    case dates([Date])
    case uuids([UUID])
    case decimals([Decimal])
  }

  package var elements: Elements
  /// Whether to test that the other value is not one of them.
  package var isNegated: Bool

  package init(_ elements: Elements, isNegated: Bool = false) {
    self.elements = elements
    self.isNegated = isNegated
  }

  /// The client function that converts an integer's bits to a floating-point number.
  package static let numberOfBits = "swift_double"
  /// The client function that converts hexadecimal digits to bytes.
  package static let bytesOfDigits = "swift_blob"
  /// The client function that converts text to a decimal number.
  package static let decimalOfText = "swift_decimal"
}

extension SQLList {
  /// Whether all of its dates are in the range of databases that store microseconds.
  var hasTimestampsAlone: Bool {
    guard case .dates(let dates) = elements else { return true }
    return dates.allSatisfy(\.isTimestamp)
  }

  /// The elements as a JSON array, in a form that preserves them exactly.
  func json(for rows: SQLFeatures.ListRows) -> String {
    switch elements {
    case .integers(let integers): Self.json(integers)
    case .reals(let reals):
      switch rows {
      // JSON has no infinities, and parsing decimal digits may round.
      case .jsonEach: Self.json(Self.bits(reals))
      case .jsonArrayElements: Self.json(quoting: reals.map { "\($0)" })
      }
    case .texts(let texts): Self.json(quoting: texts)
    case .blobs(let blobs): Self.json(quoting: blobs.map(\.hexadecimal))
    case .dates(let dates):
      switch rows {
      case .jsonEach: Self.json(Self.bits(dates.map(\.timeIntervalSinceReferenceDate)))
      case .jsonArrayElements: Self.json(quoting: dates.map { "\($0.timeIntervalSince1970)" })
      }
    case .uuids(let uuids):
      switch rows {
      case .jsonEach: Self.json(quoting: uuids.compactMap { $0.sqlValue.stored.blob?.hexadecimal })
      case .jsonArrayElements: Self.json(quoting: uuids.map(\.uuidString))
      }
    case .decimals(let decimals): Self.json(quoting: decimals.map { "\($0)" })
    }
  }

  /// The expression that converts an element of the list's rows to its value.
  func decoding(_ element: String, for rows: SQLFeatures.ListRows) -> String {
    switch (rows, elements) {
    case (.jsonEach, .integers), (.jsonEach, .texts), (.jsonArrayElements, .texts): element
    case (.jsonEach, .reals), (.jsonEach, .dates): "\(Self.numberOfBits)(\(element))"
    case (.jsonEach, .blobs), (.jsonEach, .uuids): "\(Self.bytesOfDigits)(\(element))"
    case (.jsonEach, .decimals): "\(Self.decimalOfText)(\(element))"
    case (.jsonArrayElements, .integers): "\(element)::bigint"
    case (.jsonArrayElements, .reals): "\(element)::double precision"
    case (.jsonArrayElements, .blobs): "decode(\(element), 'hex')"
    case (.jsonArrayElements, .dates): "to_timestamp(\(element)::double precision)"
    case (.jsonArrayElements, .uuids): "\(element)::uuid"
    case (.jsonArrayElements, .decimals): "\(element)::numeric"
    }
  }

  /// Integers as a JSON array.
  package static func json(_ integers: some Collection<Int64>) -> String {
    // Many short strings would cost more than the statement that reads them.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(integers.count * 8)
    for integer in integers {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      if integer < 0 { text.append(UInt8(ascii: "-")) }
      let magnitude = integer.magnitude
      var unit: UInt64 = 1
      while magnitude / unit >= 10 { unit *= 10 }
      while unit > 0 {
        text.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
        unit /= 10
      }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  private static func bits(_ numbers: [Double]) -> [Int64] {
    numbers.map { Int64(bitPattern: $0.bitPattern) }
  }

  private static func json(quoting texts: [String]) -> String {
    "[" + texts.map(\.quotedForJSON).joined(separator: ",") + "]"
  }
}

extension String {
  fileprivate var quotedForJSON: String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(utf8.count + 2)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Data {
  /// The bytes as hexadecimal digits in lowercase, two for each byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: count * 2) { buffer in
      var position = 0
      for byte in self {
        buffer[position] = digits[Int(byte >> 4)]
        buffer[position + 1] = digits[Int(byte & 15)]
        position += 2
      }
      return position
    }
  }
}

extension SQLList.Elements {
  /// A list of values of one kind; nil if a list cannot contain them.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - sample: A value of the kind, which an empty list has, too.
  package init?(_ values: [SQLValue], like sample: SQLValue?) {
    func all<Value>(_ value: (SQLValue) -> Value?) -> [Value]? {
      let all = values.compactMap(value)
      return all.count == values.count ? all : nil
    }
    let list: Self? =
      switch values.first ?? sample {
      case .integer:
        all { if case .integer(let value) = $0 { value } else { nil } }.map(Self.integers)
      case .real: all { if case .real(let value) = $0 { value } else { nil } }.map(Self.reals)
      case .text:
        // JSON ends at the character NUL in some databases.
        all { $0.text.flatMap { $0.utf8.contains(0) ? nil : $0 } }.map(Self.texts)
      case .blob: all(\.blob).map(Self.blobs)
      case .date: all { if case .date(let value) = $0 { value } else { nil } }.map(Self.dates)
      case .uuid: all { if case .uuid(let value) = $0 { value } else { nil } }.map(Self.uuids)
      case .decimal:
        all { if case .decimal(let value) = $0 { value } else { nil } }.map(Self.decimals)
      case .null, .bool, nil: nil
      }
    guard let list else { return nil }
    self = list
  }
}
