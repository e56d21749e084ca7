import ExamplePages
import Foundation
import SampleTripsCore
import SwiftData
import WebServer

/// The fields of a trip as they were typed.
private struct TripForm {
  private var name = ""
  private var destination = ""
  private var start = ""
  private var end = ""
  /// What is wrong, by the names of fields.
  private var problems: [String: String] = [:]

  init() {}

  init(_ trip: Trip) {
    (name, destination) = (trip.name, trip.destination)
    (start, end) = (CalendarDate.text(trip.startDate), CalendarDate.text(trip.endDate))
  }

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    (name, destination) = (values["name"] ?? "", values["destination"] ?? "")
    (start, end) = (values["start"] ?? "", values["end"] ?? "")
  }

  typealias Values = (name: String, destination: String, start: Date, end: Date)

  /// The values; nil if a text is not a date, which the form then tells.
  mutating func values(_ language: PageLanguage) -> Values? {
    let dates = (CalendarDate.date(start), CalendarDate.date(end))
    let problem = language(
      "Give a date, such as 2027-05-01.", "日付を 2027-05-01 のように入力してください。")
    if dates.0 == nil { problems["start"] = problem }
    if dates.1 == nil { problems["end"] = problem }
    guard let start = dates.0, let end = dates.1 else { return nil }
    return (name, destination, start, end)
  }

  /// Puts the message of an error beside its field.
  ///
  /// - Returns: Whether the error concerns a field.
  mutating func tell(_ error: any Error, _ language: PageLanguage) -> Bool {
    guard let error = error as? TripError, error != .notFound else { return false }
    problems[error == .endsBeforeStart ? "end" : "name"] = TripPages.problem(error, language)
    return true
  }

  func html(_ action: String, button: String, _ language: PageLanguage) -> HTML {
    PostForm(
      action,
      [
        FormField(
          "name", language("Name", "旅行名"), name, problem: problems["name"],
          attributes: "required"),
        FormField("destination", language("Destination", "目的地"), destination),
        FormField(
          "start", language("First day", "開始日"), start, kind: "date",
          problem: problems["start"], attributes: "required"),
        FormField(
          "end", language("Last day", "終了日"), end, kind: "date", problem: problems["end"],
          attributes: "required"),
      ], button: button
    ).html
  }
}

// Changes of trips.

extension TripHandlers {
  func showAdding(_ request: WebRequest) throws -> WebResponse {
    addingPage(TripForm(), request)
  }

  private func addingPage(
    _ form: TripForm, _ request: WebRequest, status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    return page(
      request, title: language("Add a trip", "旅行を追加"), place: "/add",
      form.html("/add", button: language("Add the trip", "旅行を追加"), language), status: status)
  }

  func add(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    var form = try TripForm(request)
    guard let values = form.values(language) else { return addingPage(form, request, status: 422) }
    do {
      let trip = try book.add(
        name: values.name, destination: values.destination, startDate: values.start,
        endDate: values.end)
      return .seeOther("/trips/\(trip.shortID)?done=added")
    } catch {
      guard form.tell(error, language) else { throw error }
      return addingPage(form, request, status: 422)
    }
  }

  func showEditing(_ request: WebRequest) throws -> WebResponse {
    editingPage(TripForm(try trip(of: request, book)), request)
  }

  private func editingPage(
    _ form: TripForm, _ request: WebRequest, status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let path = "/trips/\(request["id"])"
    let body: HTML = """
      \(form.html("\(path)/edit", button: language("Save", "保存"), language))
      <p class="buttons"><a href="\(path)">\(language("Back to the trip", "旅行に戻る"))</a></p>
      """
    return page(request, title: language("Edit the trip", "旅行を編集"), body, status: status)
  }

  func edit(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    var form = try TripForm(request)
    guard let values = form.values(language) else {
      return editingPage(form, request, status: 422)
    }
    let book = book
    do {
      let trip = try trip(of: request, book)
      try book.edit(trip) { trip in
        (trip.name, trip.destination) = (values.name, values.destination)
        (trip.startDate, trip.endDate) = (values.start, values.end)
      }
      return .seeOther("/trips/\(trip.shortID)?done=saved")
    } catch {
      guard form.tell(error, language) else { throw error }
      return editingPage(form, request, status: 422)
    }
  }

  func askForDeletion(_ request: WebRequest) throws -> WebResponse {
    let language = PageLanguage(request)
    let trip = try trip(of: request, book)
    let path = "/trips/\(trip.shortID)"
    let items = trip.bucketList?.count ?? 0
    let body: HTML = """
      <p>\(language(
        "“\(trip.name)” is deleted with its bucket list (\(items)) and its accommodation. This cannot be undone.",
        "「\(trip.name)」を、バケットリスト（\(items)件）と宿泊施設も含めて削除します。元に戻せません。"))</p>
      <div class="buttons">\(actionButton("\(path)/delete", language("Delete", "削除"), of: trip.name, style: "danger"))\
      <a class="button quiet" href="\(path)">\(language("Keep the trip", "削除しない"))</a></div>
      """
    return page(request, title: language("Delete the trip?", "旅行を削除しますか？"), body)
  }

  func delete(_ request: WebRequest) throws -> WebResponse {
    let book = book
    try book.delete(try trip(of: request, book))
    return .seeOther("/trips?done=deleted")
  }
}
