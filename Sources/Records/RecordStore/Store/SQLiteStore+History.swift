import CoreDataFormat
import DataSchema

extension SQLiteStore {
  package func historyWriter(
    for session: RecordSession, author: String?, expecting count: Int
  ) -> (any HistoryWriter)? {
    historyLayout.map {
      CoreDataHistoryWriter(session, $0, author: author, expected: count)
    }
  }

  package func historyReader(
    for session: RecordSession, _ schema: RecordSchema, of model: ModelDescription?
  ) -> (any HistoryReader)? {
    let layout = model.map { HistoryLayout($0, tableMap) } ?? historyLayout
    return layout.map { CoreDataHistoryReader(session, schema, $0) }
  }
}
