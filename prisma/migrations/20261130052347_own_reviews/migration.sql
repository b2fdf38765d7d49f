-- CreateIndex
CREATE INDEX "decision_project_id_user_id_idx" ON "decision"("project_id", "user_id");
