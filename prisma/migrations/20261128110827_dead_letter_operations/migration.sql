-- The operations of dead letters are listed by skipping from one to the next.
CREATE INDEX "dead_letter_project_id_operation_idx" ON "dead_letter"("project_id", "operation");
