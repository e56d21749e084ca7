#if !canImport(Darwin)
  import Foundation

  extension String {
    /// A text to be translated: the key of the translation, and the values to insert into it.
    ///
    /// The key of `"Added \(count) to \(name)"` is `Added %lld to %@`, as on Apple's systems.
    public struct LocalizationValue: Hashable, Codable, Sendable {
      /// A piece of the text as it is written in the source code.
      enum Piece: Hashable, Codable, Sendable {
        case literal(String)
        case value(Argument)
      }

      /// An inserted value.
      enum Argument: Hashable, Codable, Sendable {
        case text(String)
        case integer(Int64)
        case unsigned(UInt64)
        case number(Double)
        case formatted(Double, specifier: String)
        case resource(LocalizedStringResource)

        /// The format specifier for the value in the key.
        var specifier: String {
          switch self {
          case .text, .resource: "%@"
          case .integer: "%lld"
          case .unsigned: "%llu"
          case .number: "%lf"
          case .formatted(_, let specifier): specifier
          }
        }
      }

      var pieces: [Piece]

      /// Creates a value from a text without inserted values.
      public init(_ value: String) { pieces = [.literal(value)] }

      /// The key under which translations are stored.
      var key: String {
        pieces.map { piece in
          switch piece {
          // A key with values is a format string, in which a percent sign must be doubled.
          case .literal(let text): arguments.isEmpty ? text : text.replacing("%", with: "%%")
          case .value(let argument): argument.specifier
          }
        }.joined()
      }

      var arguments: [Argument] {
        pieces.compactMap { piece in
          if case .value(let argument) = piece { argument } else { nil }
        }
      }
    }
  }

  extension String.LocalizationValue: ExpressibleByStringInterpolation {
    /// Creates a value from a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a value from a literal with inserted values.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Collects the pieces of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
      var pieces: [Piece] = []

      /// Creates an empty text.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends a piece of the literal.
      public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
      }

      /// Inserts a text.
      public mutating func appendInterpolation(_ value: some StringProtocol) {
        pieces.append(.value(.text(String(value))))
      }

      /// Inserts an integer, with the digit grouping of the locale.
      public mutating func appendInterpolation<Value: FixedWidthInteger>(_ value: Value) {
        let argument: Argument =
          if Value.isSigned { .integer(Int64(clamping: value)) } else {
            .unsigned(UInt64(clamping: value))
          }
        pieces.append(.value(argument))
      }

      /// Inserts a number with six decimal places, with the separators of the locale.
      public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value) {
        pieces.append(.value(.number(Double(value))))
      }

      /// Inserts a number in the format of a specifier.
      ///
      /// - Parameters:
      ///   - value: The number.
      ///   - specifier: The format specifier, as for `String(format:)`, such as `"%.2f"`.
      public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
        _ value: Value, specifier: String
      ) {
        pieces.append(.value(.formatted(Double(value), specifier: specifier)))
      }

      /// Inserts a formatted value.
      public mutating func appendInterpolation<Format: FormatStyle>(
        _ value: Format.FormatInput, format: Format
      ) where Format.FormatOutput == String {
        pieces.append(.value(.text(format.format(value))))
      }

      /// Inserts a text that is translated separately.
      public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
        pieces.append(.value(.resource(resource)))
      }
    }
  }
#endif
