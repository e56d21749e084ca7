#pragma once
#include "connection.h"

// What the library selects for a bookmark, column for column.
#define SELECT_BOOKMARK \
  "SELECT row_id, id, created_at, url, title, status_raw_value, status_changed_at, visits, score FROM bookmark"

#define SELECT_BY_ID SELECT_BOOKMARK " WHERE id = $1"

// In the order of the index, which begins with nulls.
#define SELECT_PAGE \
  SELECT_BOOKMARK " WHERE status_raw_value = $1 AND created_at >= $2 ORDER BY created_at NULLS FIRST LIMIT $3"

#define COUNT_BOOKMARKS "SELECT count(*) FROM bookmark WHERE status_raw_value = $1 AND created_at >= $2"

static const int BINARY[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
