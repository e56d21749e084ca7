import CodableStorage
import Foundation
import SQLCore

extension Assignment {
  /// Adds to a number.
  ///
  /// If the attribute's type cannot represent the sum, the whole update throws
  /// `SwiftDataError.valueCannotBeStored`.
  public static func increment<Number: NumericAttribute>(
    _ attribute: ReferenceWritableKeyPath<Model, Number>, by amount: Number
  ) -> Assignment {
    count(.up, attribute, by: amount)
  }

  /// Adds to an optional number; nil stays nil.
  public static func increment<Number: NumericAttribute>(
    _ attribute: ReferenceWritableKeyPath<Model, Number?>, by amount: Number
  ) -> Assignment {
    count(.up, optional: attribute, by: amount)
  }

  /// Subtracts from a number.
  ///
  /// If the attribute's type cannot represent the difference, the whole update throws
  /// `SwiftDataError.valueCannotBeStored`.
  public static func decrement<Number: NumericAttribute>(
    _ attribute: ReferenceWritableKeyPath<Model, Number>, by amount: Number
  ) -> Assignment {
    count(.down, attribute, by: amount)
  }

  /// Subtracts from an optional number; nil stays nil.
  public static func decrement<Number: NumericAttribute>(
    _ attribute: ReferenceWritableKeyPath<Model, Number?>, by amount: Number
  ) -> Assignment {
    count(.down, optional: attribute, by: amount)
  }

  /// Adds a number of seconds to a date.
  public static func increment(
    _ attribute: ReferenceWritableKeyPath<Model, Date>, by seconds: TimeInterval
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: true,
      terms: { binding, index in
        try binding.moved(binding.operands(index, Date.self), index, by: seconds)
      },
      prepare: { model in
        let date = model[keyPath: attribute].addingTimeInterval(seconds)
        return { model[keyPath: attribute] = date }
      })
  }

  /// Adds a number of seconds to an optional date; nil stays nil.
  public static func increment(
    _ attribute: ReferenceWritableKeyPath<Model, Date?>, by seconds: TimeInterval
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: true,
      terms: { binding, index in
        try binding.moved(binding.columns(index), index, by: seconds)
      },
      prepare: { model in
        let date = model[keyPath: attribute]?.addingTimeInterval(seconds)
        return { model[keyPath: attribute] = date }
      })
  }

  private static func count<Number: NumericAttribute>(
    _ direction: CountingDirection, _ attribute: ReferenceWritableKeyPath<Model, Number>,
    by amount: Number
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: true,
      terms: { binding, index in
        let number = try binding.numberOperand(index, Number.self)
        let stored = try binding.storedNumber(amount, in: index)
        return [direction.term(number, stored, Number.self, binding.features)]
      },
      accepts: { CountingDirection.holds($0, Number.self) },
      prepare: { model in
        guard let value = direction.count(model[keyPath: attribute], by: amount) else {
          return nil
        }
        return { model[keyPath: attribute] = value }
      })
  }

  private static func count<Number: NumericAttribute>(
    _ direction: CountingDirection, optional attribute: ReferenceWritableKeyPath<Model, Number?>,
    by amount: Number
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: true,
      terms: { binding, index in
        let number = try binding.numberOperand(index, Number?.self)
        let stored = try binding.storedNumber(amount, in: index)
        return [direction.term(number, stored, Number.self, binding.features)]
      },
      accepts: { CountingDirection.holds($0, Number.self) },
      prepare: { model in
        guard let number = model[keyPath: attribute] else { return {} }
        guard let value = direction.count(number, by: amount) else { return nil }
        return { model[keyPath: attribute] = value }
      })
  }
}

extension EntityBinding {
  /// The column of a number; throws if a transformer has made it opaque.
  fileprivate func numberOperand<Value>(_ index: Int, _ type: Value.Type) throws -> SQLFragment {
    let operands = try operands(index, type)
    guard operands.count == 1, properties[index].transformer == nil else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "An update cannot increment or decrement the attribute: it is not stored as a number.",
        entity: name, property: properties[index].name,
        advice: "Fetch the models and set their properties.")
    }
    return operands[0]
  }

  /// The columns of a date, a number of seconds later.
  fileprivate func moved(
    _ columns: [SQLFragment], _ index: Int, by seconds: TimeInterval
  ) throws -> [SQLFragment] {
    guard features.datesAreMicroseconds else {
      return columns.map { CountingDirection.up.term($0, seconds) }
    }
    // The database checks whether dates are in its range; no two dates in it differ by more than
    // this.
    guard abs(seconds) < 1e13 else {
      throw resultDoesNotFit(Date.self, of: properties[index].name)
    }
    return columns.map { "\($0) + make_interval(secs => \(SQLValue.real(seconds)))" }
  }

  fileprivate func storedNumber<Number: NumericAttribute>(
    _ number: Number, in index: Int
  ) throws -> SQLValue {
    do {
      let codec = try ValueCodec.make(for: Number.self, propertyName: properties[index].name)
      return try codec.encode(number).first ?? .null
    } catch {
      throw cannotStore(index, error)
    }
  }
}
