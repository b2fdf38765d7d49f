-- What was logged of spans that have not arrived, by age.
CREATE INDEX "otlp_span_only_logged_idx" ON "otlp_span" ("project_id", "received_at")
  WHERE "span" ->> 'startNano' IS NULL AND "span" -> 'logged' <> '[]';
