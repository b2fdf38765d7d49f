-- CreateIndex
CREATE INDEX "decision_project_id_decided_at_idx" ON "decision"("project_id", "decided_at");
