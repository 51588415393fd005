/** The advisory lock under which everything that changes the log takes its turn, across all processes of one database. */
export const LOG_LOCK = 4_201_867_302;
