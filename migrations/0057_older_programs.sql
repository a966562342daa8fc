-- A program does not start if the database has a migration that it lacks, unless the migration works with it.
-- `works_with` is the number of another migration: programs that have that one work. If it is null, no program does that
-- lacks this migration. New databases have the column from the start.
alter table schema_migrations add column if not exists works_with integer;
