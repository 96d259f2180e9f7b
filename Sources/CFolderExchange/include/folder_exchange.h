#ifndef FOLDER_EXCHANGE_H
#define FOLDER_EXCHANGE_H

/* Swaps the names of two files or folders in one step, so that nobody ever sees one of them missing.
 * Returns 0, or -1 with errno set; EINVAL where the file system cannot do it. */
int folder_exchange(const char *first, const char *second);

/* Gives a file a name that nothing has, in one step.
 * Returns 0, or -1 with errno set; EEXIST where something has the name. */
int rename_to_free_name(const char *path, const char *target);

#endif
