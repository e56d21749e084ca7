#if !canImport(os)
  import Foundation

  /// Collects the pieces of a message; its values are computed when the message is written.
  public struct OSLogInterpolation: StringInterpolationProtocol {
    enum Piece {
      case literal(String)
      /// A value; `isPublic` is whether values of its type are public if no privacy is specified.
      case value(OSLogPrivacy, isPublic: Bool, text: () -> String)
    }

    var pieces: [Piece] = []

    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a piece of the literal.
    public mutating func appendLiteral(_ literal: String) { pieces.append(.literal(literal)) }

    private mutating func append(
      _ privacy: OSLogPrivacy, isPublic: Bool = false, _ text: @escaping () -> String
    ) {
      pieces.append(.value(privacy, isPublic: isPublic, text: text))
    }

    /// Inserts a text, which is private unless `privacy` specifies otherwise.
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
      privacy: OSLogPrivacy = .auto
    ) {
      append(privacy) { align.aligned(value()) }
    }

    /// Inserts any value, which is private unless `privacy` specifies otherwise.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
      _ value: @autoclosure @escaping () -> Value, align: OSLogStringAlignment = .none,
      privacy: OSLogPrivacy = .auto
    ) {
      append(privacy) { align.aligned(value().description) }
    }

    /// Inserts the name of a type, which is public.
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
      privacy: OSLogPrivacy = .auto
    ) {
      append(privacy, isPublic: true) { align.aligned("\(value())") }
    }

    /// Inserts an integer, which is public unless `privacy` specifies otherwise.
    public mutating func appendInterpolation<Value: FixedWidthInteger>(
      _ value: @autoclosure @escaping () -> Value, format: OSLogIntegerFormatting = .decimal,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      append(privacy, isPublic: true) { align.aligned(format.text(value())) }
    }

    /// Inserts a number, which is public unless `privacy` specifies otherwise.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
      _ value: @autoclosure @escaping () -> Value, format: OSLogFloatFormatting = .fixed,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      append(privacy, isPublic: true) { align.aligned(format.text(Double(value()))) }
    }

    /// Inserts a Boolean value, which is public unless `privacy` specifies otherwise.
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
      privacy: OSLogPrivacy = .auto
    ) {
      append(privacy, isPublic: true) { format.text(value()) }
    }

    /// Inserts an error, which is private unless `privacy` specifies otherwise.
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
      append(privacy) { "\(value())" }
    }
  }
#endif
