-- Whether two runs had the same task is all that is asked of it; the request that it may be must not outlive the texts of its run.
UPDATE "trace_facts" SET "task" = md5("task") WHERE "task" IS NOT NULL;
