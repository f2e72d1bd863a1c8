CREATE TABLE store_version (version INTEGER NOT NULL);
