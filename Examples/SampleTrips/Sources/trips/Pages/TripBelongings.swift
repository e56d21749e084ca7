import ExamplePages
import Foundation
import SampleTripsCore
import SwiftData
import WebServer

/// The fields of an item as they were typed.
struct ItemForm {
  var title = ""
  var details = ""
  var hasReservation = false
  private var problem: String?

  init() {}

  init(_ item: BucketListItem) {
    (title, details, hasReservation) = (item.title, item.details, item.hasReservation)
  }

  init(_ request: WebRequest) throws {
    let values = try WebForm(request).values
    title = values["title"] ?? ""
    details = (values["details"] ?? "").replacing("\r\n", with: "\n")
    hasReservation = values["reserved"] == "yes"
    if title.allSatisfy(\.isWhitespace) {
      problem = PageLanguage(request)("Give a title.", "タイトルを入力してください。")
    }
  }

  var isValid: Bool { problem == nil }

  func html(_ action: String, button: String, _ language: PageLanguage) -> HTML {
    PostForm(
      action,
      [
        FormField(
          "title", language("What to do or see", "やりたいこと"), title, problem: problem,
          attributes: "required"),
        FormField("details", language("Details", "詳細"), details, kind: "textarea"),
        FormField(
          "reserved", language("There is a reservation", "予約済み"), hasReservation ? "yes" : "",
          kind: "checkbox"),
      ], button: button
    ).html
  }
}

// Changes of what belongs to a trip.

extension TripHandlers {
  func addItem(_ request: WebRequest) throws -> WebResponse {
    let form = try ItemForm(request)
    let book = book
    let trip = try trip(of: request, book)
    guard form.isValid else { return try tripPage(trip, request, adding: form, status: 422) }
    try book.add(
      BucketListItem(
        title: form.title, details: form.details, hasReservation: form.hasReservation), to: trip)
    return .seeOther("/trips/\(trip.shortID)?done=added")
  }

  func showItem(_ request: WebRequest) throws -> WebResponse {
    let book = book
    return itemPage(ItemForm(try item(of: request, book).item), request)
  }

  private func itemPage(
    _ form: ItemForm, _ request: WebRequest, status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let path = "/trips/\(request["id"])"
    let body: HTML = """
      \(form.html("\(path)/items/\(request["item"])", button: language("Save", "保存"), language))
      <p class="buttons"><a href="\(path)">\(language("Back to the trip", "旅行に戻る"))</a></p>
      """
    return page(
      request, title: language("Edit an item of the bucket list", "バケットリストの項目を編集"), body,
      status: status)
  }

  func editItem(_ request: WebRequest) throws -> WebResponse {
    let form = try ItemForm(request)
    guard form.isValid else { return itemPage(form, request, status: 422) }
    return try change(request, "saved") { book, trip, item in
      try book.edit(trip) { _ in
        (item.title, item.details) = (form.title, form.details)
        item.hasReservation = form.hasReservation
      }
    }
  }

  func tickItem(_ request: WebRequest) throws -> WebResponse {
    let isOn = try WebForm(request).values["on"] == "yes"
    return try change(request, "saved") { book, trip, item in
      try book.edit(trip) { _ in item.isInPlan = isOn }
    }
  }

  func deleteItem(_ request: WebRequest) throws -> WebResponse {
    try change(request, "deleted") { book, trip, item in try book.delete(item, of: trip) }
  }

  private func change(
    _ request: WebRequest, _ done: String,
    _ body: (TripBook, Trip, BucketListItem) throws -> Void
  ) throws -> WebResponse {
    let book = book
    let (trip, item) = try item(of: request, book)
    try body(book, trip, item)
    return .seeOther("/trips/\(trip.shortID)?done=\(done)")
  }

  private func item(
    of request: WebRequest, _ book: TripBook
  ) throws -> (trip: Trip, item: BucketListItem) {
    let trip = try trip(of: request, book)
    guard let item = trip.bucketList?.first(where: { $0.shortID == request["item"] }) else {
      throw WebRefusal.nothing(at: request)
    }
    return (trip, item)
  }

  // Accommodation.

  func showStay(_ request: WebRequest) throws -> WebResponse {
    let stay = try trip(of: request, book).livingAccommodation
    return stayPage(stay?.placeName ?? "", stay?.address ?? "", request)
  }

  private func stayPage(
    _ place: String, _ address: String, _ request: WebRequest, problem: String? = nil,
    status: Int = 200
  ) -> WebResponse {
    let language = PageLanguage(request)
    let path = "/trips/\(request["id"])"
    let form = PostForm(
      "\(path)/stay",
      [
        FormField(
          "place", language("Place", "施設名"), place, problem: problem, attributes: "required"),
        FormField("address", language("Address", "住所"), address, kind: "textarea"),
      ], button: language("Save", "保存"))
    let body: HTML = """
      \(form.html)
      <p class="buttons"><a href="\(path)">\(language("Back to the trip", "旅行に戻る"))</a></p>
      """
    return page(request, title: language("Accommodation", "宿泊施設"), body, status: status)
  }

  func changeStay(_ request: WebRequest) throws -> WebResponse {
    let values = try WebForm(request).values
    let place = values["place"] ?? ""
    let address = (values["address"] ?? "").replacing("\r\n", with: "\n")
    let book = book
    let trip = try trip(of: request, book)
    guard !place.allSatisfy(\.isWhitespace) else {
      return stayPage(
        place, address, request,
        problem: PageLanguage(request)("Name the place.", "施設名を入力してください。"), status: 422)
    }
    if trip.livingAccommodation == nil {
      try book.stay(at: LivingAccommodation(placeName: place, address: address), on: trip)
    } else {
      try book.edit(trip) { trip in
        trip.livingAccommodation?.placeName = place
        trip.livingAccommodation?.address = address
      }
    }
    return .seeOther("/trips/\(trip.shortID)?done=saved")
  }

  func deleteStay(_ request: WebRequest) throws -> WebResponse {
    let book = book
    let trip = try trip(of: request, book)
    try book.removeStay(on: trip)
    return .seeOther("/trips/\(trip.shortID)?done=deleted")
  }
}
