/// The models of a result in sections, which are ordered by their first models.
public struct SectionedResults<Model, SectionTitle>: RandomAccessCollection
where Model: PersistentModel, SectionTitle: Hashable {
  /// A section.
  public typealias Element = ResultsSection<Model, SectionTitle>
  /// The index of a section.
  public typealias Index = Int
  /// The indexes of all sections.
  public typealias Indices = Range<Int>

  private let sections: [ResultsSection<Model, SectionTitle>]
  private let places: [SectionTitle: Int]

  /// Groups models into sections.
  ///
  /// - Complexity: O(n), most of it for `title`.
  init(_ models: [Model], by title: (Model) -> SectionTitle) {
    var titles: [SectionTitle] = []
    var groups: [[Model]] = []
    var places: [SectionTitle: Int] = [:]
    var last = -1
    for model in models {
      let title = title(model)
      if last < 0 || titles[last] != title {
        last = places[title] ?? titles.count
        if last == titles.count {
          places[title] = last
          titles.append(title)
          groups.append([])
        }
      }
      groups[last].append(model)
    }
    self.places = places
    sections = zip(titles, groups).map { ResultsSection(title: $0, $1) }
  }

  /// The titles of the sections, in their order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// The section with that title; nil if there is none.
  ///
  /// - Complexity: O(1).
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Model, SectionTitle>? {
    places[title].map { sections[$0] }
  }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { sections.count }

  /// The section at an index.
  public subscript(position: Int) -> ResultsSection<Model, SectionTitle> { sections[position] }
}
