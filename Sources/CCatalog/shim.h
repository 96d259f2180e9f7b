#ifndef CCATALOG_SHIM_H
#define CCATALOG_SHIM_H

#include <sqlite3.h>

/* Keeps a database's content from changing the file in other ways than SQL; sqlite3_db_config is variadic,
   which Swift cannot call. */
static inline int photoprep_set_defensive(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
}

#endif
