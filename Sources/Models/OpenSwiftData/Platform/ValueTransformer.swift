#if !canImport(Darwin)
  import Locks

  /// The name under which a value transformer is registered.
  public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Converts values to a form that can be stored, and back.
  ///
  /// Subclass it, register an instance by name, and name it in `@Attribute(.transformable(by:))`.
  /// Foundation has this class only on Apple's platforms.
  open class ValueTransformer {
    /// Creates a transformer.
    public init() {}

    /// The class of the transformed values; `ValueTransformer` unless a subclass overrides it.
    open class func transformedValueClass() -> AnyClass { ValueTransformer.self }

    /// Whether `reverseTransformedValue(_:)` is supported; true by default.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The stored form of a value: the value itself unless a subclass overrides this.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value that a stored form represents.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      Self.allowsReverseTransformation() ? transformedValue(value) : nil
    }

    /// Registers a transformer under a name; nil removes the registration.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = transformer.map(RegisteredTransformer.init)
      registeredTransformers.withLock { $0[name] = entry }
    }

    /// The names under which transformers are registered, in order.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      registeredTransformers.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// A transformer that any thread may request.
  ///
  /// `@unchecked Sendable`: as on Apple's platforms, a registered transformer must not have state
  /// that its transformations change.
  private struct RegisteredTransformer: @unchecked Sendable {
    var transformer: ValueTransformer
  }

  private let registeredTransformers = Mutex<[NSValueTransformerName: RegisteredTransformer]>([:])

  /// Lets `ValueTransformer(forName:)` return an existing instance.
  public protocol _RegisteredByName {}

  extension ValueTransformer: _RegisteredByName {}

  // Without the constraint, code that Swift 6.3.1 optimized requests an instance of a null class.
  extension _RegisteredByName where Self: ValueTransformer {
    /// The transformer registered under a name.
    public init?(forName name: NSValueTransformerName) {
      let entry = registeredTransformers.withLock { $0[name] }
      guard let transformer = entry?.transformer as? Self else { return nil }
      self = transformer
    }
  }
#endif
