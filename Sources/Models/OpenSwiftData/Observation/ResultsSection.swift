/// The models of a result that share a title.
public struct ResultsSection<Model, SectionTitle>: RandomAccessCollection, Identifiable
where Model: PersistentModel, SectionTitle: Hashable {
  /// A model.
  public typealias Element = Model
  /// The index of a model in the section.
  public typealias Index = Int
  /// The indexes of all models.
  public typealias Indices = Range<Int>

  /// The title that the models share.
  public let title: SectionTitle
  private let models: [Model]

  init(title: SectionTitle, _ models: [Model]) { (self.title, self.models) = (title, models) }

  /// The title.
  public var id: SectionTitle { title }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of models.
  public var endIndex: Int { models.count }

  /// The model at an index.
  public subscript(position: Int) -> Model { models[position] }
}
