import Foundation
import OpenSwiftData
import RandomTesting

extension SeededGenerator {
  /// A value with random bits, or an extreme one.
  package mutating func integer<Value: FixedWidthInteger>(of type: Value.Type = Value.self) -> Value
  {
    let edges: [Value] = [.min, .max, 0, 1]
    guard next() % 4 > 0 else { return edges[Int(next() % 4)] }
    return Value(truncatingIfNeeded: next())
  }

  package mutating func chance(_ parts: UInt64) -> Bool { next() % parts == 0 }

  /// Any number except NaN, which is not equal to itself.
  package mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return value.isNaN ? 0.5 : value
  }

  package mutating func float() -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
    return value.isNaN ? 0.5 : value
  }

  package mutating func decimal() -> Decimal {
    let significand = Decimal(next()) * Decimal(next() >> 1)
    return Decimal(
      sign: chance(2) ? .plus : .minus, exponent: -Int(next() % 40), significand: significand)
  }

  package mutating func string() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<next() % 20 {
      if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: next() % 0x11_0000)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  package mutating func data() -> Data {
    var data = Data()
    for _ in 0..<next() % 40 { data.append(integer()) }
    return data
  }

  package mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(Int64(bitPattern: next()) >> 20) / 1024)
  }

  package mutating func uuid() -> UUID {
    let halves = (next(), next())
    return withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  package mutating func url() -> URL { URL(fileURLWithPath: "/a b/\(next())/ü") }
}

extension Wide {
  /// Sets all properties except `int32` to random values.
  package func randomize(_ generator: inout SeededGenerator) {
    bool = generator.chance(2)
    int = generator.integer()
    int8 = generator.integer()
    int16 = generator.integer()
    int64 = generator.integer()
    uint = generator.integer()
    uint8 = generator.integer()
    uint16 = generator.integer()
    uint32 = generator.integer()
    uint64 = generator.integer()
    float = generator.float()
    double = generator.double()
    decimal = generator.decimal()
    string = generator.string()
    date = generator.date()
    uuid = generator.uuid()
    url = generator.url()
    data = generator.data()
    randomizeOptionals(&generator)
  }

  private func randomizeOptionals(_ generator: inout SeededGenerator) {
    optionalBool = generator.chance(3) ? nil : generator.chance(2)
    optionalInt = generator.chance(3) ? nil : generator.integer(of: Int.self)
    optionalInt8 = generator.chance(3) ? nil : generator.integer(of: Int8.self)
    optionalInt16 = generator.chance(3) ? nil : generator.integer(of: Int16.self)
    optionalInt32 = generator.chance(3) ? nil : generator.integer(of: Int32.self)
    optionalInt64 = generator.chance(3) ? nil : generator.integer(of: Int64.self)
    optionalUInt = generator.chance(3) ? nil : generator.integer(of: UInt.self)
    optionalUInt8 = generator.chance(3) ? nil : generator.integer(of: UInt8.self)
    optionalUInt16 = generator.chance(3) ? nil : generator.integer(of: UInt16.self)
    optionalUInt32 = generator.chance(3) ? nil : generator.integer(of: UInt32.self)
    optionalUInt64 = generator.chance(3) ? nil : generator.integer(of: UInt64.self)
    optionalFloat = generator.chance(3) ? nil : generator.float()
    optionalDouble = generator.chance(3) ? nil : generator.double()
    optionalDecimal = generator.chance(3) ? nil : generator.decimal()
    optionalString = generator.chance(3) ? nil : generator.string()
    optionalDate = generator.chance(3) ? nil : generator.date()
    optionalUUID = generator.chance(3) ? nil : generator.uuid()
    optionalURL = generator.chance(3) ? nil : generator.url()
    optionalData = generator.chance(3) ? nil : generator.data()
  }

  /// All values, for comparison.
  package var values: [AnyHashable?] {
    var values: [AnyHashable?] = []
    values.append(bool)
    values.append(int)
    values.append(int8)
    values.append(int16)
    values.append(int32)
    values.append(int64)
    values.append(uint)
    values.append(uint8)
    values.append(uint16)
    values.append(uint32)
    values.append(uint64)
    values.append(float)
    values.append(double)
    values.append(decimal)
    values.append(string)
    values.append(date)
    values.append(uuid)
    values.append(url)
    values.append(data)
    values.append(optionalBool)
    values.append(optionalInt)
    values.append(optionalInt8)
    values.append(optionalInt16)
    values.append(optionalInt32)
    values.append(optionalInt64)
    values.append(optionalUInt)
    values.append(optionalUInt8)
    values.append(optionalUInt16)
    values.append(optionalUInt32)
    values.append(optionalUInt64)
    values.append(optionalFloat)
    values.append(optionalDouble)
    values.append(optionalDecimal)
    values.append(optionalString)
    values.append(optionalDate)
    values.append(optionalUUID)
    values.append(optionalURL)
    values.append(optionalData)
    return values
  }
}
