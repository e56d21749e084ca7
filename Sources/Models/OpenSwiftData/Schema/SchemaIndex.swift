import DataSchema

extension Schema {
  /// Indices for faster fetching and sorting of a model's instances, declared with `#Index`.
  public final class Index<T>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable
  where T: PersistentModel {
    /// A kind of index, with its properties.
    public enum Types<P> where P: PersistentModel {
      /// An ordered index, for values and ranges of the properties from first to last.
      case binary([PartialKeyPath<P>])
      /// A multidimensional index, for ranges of all properties together.
      case rtree([PartialKeyPath<P>])
    }

    /// The keys under which indices are encoded.
    public enum CodingKeys: CodingKey {
      /// The list of indices.
      case indices
    }

    /// The name; empty, since indices belong to the whole entity.
    public var name: String
    /// The name in the previous version; empty like `name`.
    public var originalName: String
    /// The model whose instances are indexed.
    public var valueType: any Any.Type
    /// The indices.
    public var indices: [Types<T>] { makeIndices() }

    private let makeIndices: () -> [Types<T>]
    /// The properties of each index, if the model's code names them; all indices are ordered then.
    fileprivate let propertyNames: [[String]]?

    init(propertyNames: [[String]]? = nil, indices: @escaping () -> [Types<T>]) {
      self.name = ""
      self.originalName = ""
      self.valueType = T.self
      self.propertyNames = propertyNames
      makeIndices = indices
    }

    /// Creates indices of the given kinds.
    public convenience init(_ indices: Types<T>...) {
      self.init { indices }
    }

    /// Creates one ordered index for each list of properties.
    public convenience init(_ binaryIndices: [PartialKeyPath<T>]...) {
      self.init { binaryIndices.map(Types.binary) }
    }

    /// Decodes indices that `encode(to:)` encoded.
    ///
    /// - Throws: `DecodingError` if the data is not a list of indices, or contains a property that
    ///   the model does not have.
    public convenience init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let forms = try container.decode([IndexDescription].self, forKey: .indices)
      let indices: [Types<T>] = try forms.map { form in
        let paths = try PropertyNames(T.self).keyPaths(
          named: form.propertyNames, of: T.self, at: container.codingPath + [CodingKeys.indices])
        return form.kind == .rtree ? .rtree(paths) : .binary(paths)
      }
      self.init { indices }
    }

    /// Encodes the names of the properties in each index.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if a key path does not lead to a stored
    ///   property, or what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(descriptions(), forKey: .indices)
    }

    /// Always false: indices are not unique; `Unique` is.
    public var isUnique: Bool { false }
    /// Always false: indices contain no value.
    public var isAttribute: Bool { false }
    /// Always false: indices refer to no models.
    public var isRelationship: Bool { false }

    /// Whether both have the same kinds of indices for the same properties.
    public static func == (lhs: Index, rhs: Index) -> Bool {
      lhs.name == rhs.name && lhs.originalName == rhs.originalName
        && lhs.valueType == rhs.valueType && lhs.indices.map(\.parts) == rhs.indices.map(\.parts)
    }

    /// Hashes the indices.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(indices.map(\.parts))
    }

    /// The properties of each index, for logs.
    public var debugDescription: String {
      let text = indices.map { index in
        "\(index.parts.kind.rawValue)(\(index.parts.paths.map { "\($0)" }.joined(separator: ", ")))"
      }
      return "Index [\(text.joined(separator: ", "))]"
    }
  }
}

extension Schema.Index.Types {
  /// A kind of index and its properties, in a comparable form.
  struct Parts: Hashable {
    var kind: IndexDescription.Kind
    var paths: [PartialKeyPath<P>]
  }

  var parts: Parts {
    switch self {
    case .binary(let paths): Parts(kind: .binary, paths: paths)
    case .rtree(let paths): Parts(kind: .rtree, paths: paths)
    }
  }
}

extension Schema.Index {
  /// The indices with the names of their properties.
  ///
  /// - Parameter known: The names of the model's properties, if they are known.
  /// - Returns: The kind of each index, and the names of its properties.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that does not lead to a stored
  ///   property.
  func descriptions(_ known: PropertyNames? = nil) throws -> [IndexDescription] {
    let names = known.flatMap { $0.model == T.self ? $0 : nil } ?? PropertyNames(T.self)
    if let propertyNames, propertyNames.allSatisfy(names.contain) {
      return propertyNames.map { IndexDescription(kind: .binary, propertyNames: $0) }
    }
    let parts = indices.map(\.parts)
    let lists = try names.names(of: parts.map(\.paths), written: propertyNames)
    return zip(parts, lists).map { IndexDescription(kind: $0.kind, propertyNames: $1) }
  }

  /// The indices, as a statement about the entity.
  public var _entityStatement: _EntityStatement {
    _EntityStatement(content: .indexes(descriptions))
  }
}
