import Foundation

/// A type that generates random values of itself, including extreme ones.
protocol RandomValue {
  static func random(using generator: inout SeededGenerator) -> Self
}

extension RandomValue where Self: FixedWidthInteger {
  static func random(using generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .min
    case 1: .max
    case 2: 0
    default: .random(in: .min ... .max, using: &generator)
    }
  }
}

extension Int: RandomValue {}
extension Int8: RandomValue {}
extension Int16: RandomValue {}
extension UInt64: RandomValue {}

extension Bool: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Bool {
    generator.next() % 2 == 0
  }
}

extension Double: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Double {
    // NaN is not equal to itself; other tests compare its bits.
    let value = Double(bitPattern: generator.next())
    return value.isNaN ? -0.0 : value
  }
}

extension Float: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    return value.isNaN ? .infinity : value
  }
}

extension String: RandomValue {
  static func random(using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0..<8, using: &generator)
    var scalars = UnicodeScalarView()
    for _ in 0..<count {
      let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x11_0000
      let code = UInt32.random(in: 0..<limit, using: &generator)
      scalars.append(Unicode.Scalar(code) ?? "\0")
    }
    return String(scalars)
  }
}

extension Date: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: .random(in: -1e11...1e11, using: &generator))
  }
}

extension UUID: RandomValue {
  static func random(using generator: inout SeededGenerator) -> UUID {
    var bytes = (generator.next(), generator.next())
    return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Data: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Data {
    let count = Int.random(in: 0..<8, using: &generator)
    return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }
}

extension Decimal: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Decimal {
    let exponent = Int.random(in: -20...20, using: &generator)
    let sign: FloatingPointSign = Bool.random(using: &generator) ? .plus : .minus
    return Decimal(sign: sign, exponent: exponent, significand: Decimal(generator.next()))
  }
}

extension Duration: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Duration {
    Duration(attoseconds: Int128.random(in: .min ... .max, using: &generator))
  }
}

extension Optional: RandomValue where Wrapped: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Wrapped? {
    Bool.random(using: &generator) ? nil : Wrapped.random(using: &generator)
  }
}

extension Array: RandomValue where Element: RandomValue {
  static func random(using generator: inout SeededGenerator) -> [Element] {
    (0..<Int.random(in: 0..<4, using: &generator)).map { _ in .random(using: &generator) }
  }
}

extension Set: RandomValue where Element: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Set<Element> {
    Set([Element].random(using: &generator))
  }
}

extension Dictionary: RandomValue where Key: RandomValue, Value: RandomValue {
  static func random(using generator: inout SeededGenerator) -> [Key: Value] {
    let keys = [Key].random(using: &generator)
    return Dictionary(
      keys.map { ($0, Value.random(using: &generator)) }, uniquingKeysWith: { $1 })
  }
}

extension Scalars: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Scalars {
    Scalars(
      flag: .random(using: &generator), int: .random(using: &generator),
      int8: .random(using: &generator), uint: .random(using: &generator),
      double: .random(using: &generator), float: .random(using: &generator),
      text: .random(using: &generator), date: .random(using: &generator),
      uuid: .random(using: &generator), data: .random(using: &generator),
      decimal: .random(using: &generator))
  }
}

extension Optionals: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Optionals {
    Optionals(
      flag: .random(using: &generator), int: .random(using: &generator),
      text: .random(using: &generator), data: .random(using: &generator),
      grade: .random(using: &generator), event: .random(using: &generator),
      required: .random(using: &generator), list: .random(using: &generator))
  }
}

extension Deep: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Deep {
    Deep(
      middle: .random(using: &generator), name: .random(using: &generator),
      other: .random(using: &generator))
  }
}

extension Deep.Middle: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Deep.Middle {
    Deep.Middle(inner: .random(using: &generator), other: .random(using: &generator))
  }
}

extension Deep.Middle.Inner: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Deep.Middle.Inner {
    Deep.Middle.Inner(
      grade: .random(using: &generator), name: .random(using: &generator),
      size: .random(using: &generator))
  }
}

extension Grade: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Grade {
    allCases[Int.random(in: 0..<allCases.count, using: &generator)]
  }
}

extension Event: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Event {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: .none
    case 1: .started
    case 2: .text(.random(using: &generator))
    case 3: .pair(.random(using: &generator), note: .random(using: &generator))
    case 4: .scalars(.random(using: &generator))
    case 5: .grades(.random(using: &generator))
    default: .lasted(.random(using: &generator))
    }
  }
}

extension Lists: RandomValue {
  static func random(using generator: inout SeededGenerator) -> Lists {
    Lists(
      numbers: .random(using: &generator), table: .random(using: &generator),
      grades: .random(using: &generator), events: .random(using: &generator))
  }
}
