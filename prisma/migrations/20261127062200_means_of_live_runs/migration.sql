-- Dry runs no longer count in the bands and in the mean confidence, as in no other mean: those that are there are subtracted.
CREATE TEMPORARY TABLE "dry" AS
SELECT "project_id", "chain_id", "version_id", date_trunc('hour', "occurred_at", 'UTC') AS hour,
  count(*) FILTER (WHERE "band" = 'good')::int AS band_good, count(*) FILTER (WHERE "band" = 'review')::int AS band_review,
  count(*) FILTER (WHERE "band" = 'poor')::int AS band_poor, count("confidence")::int AS confidence_count,
  coalesce(sum("confidence"), 0) AS confidence_sum
FROM "run_summary" WHERE "status" <> 'running' AND "kind" = 'dry_run' GROUP BY 1, 2, 3, 4;
UPDATE "rollup_hour" r SET "band_good" = r."band_good" - c.band_good, "band_review" = r."band_review" - c.band_review,
  "band_poor" = r."band_poor" - c.band_poor, "confidence_count" = r."confidence_count" - c.confidence_count,
  "confidence_sum" = r."confidence_sum" - c.confidence_sum FROM "dry" c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."hour" = c.hour;
UPDATE "rollup_day" r SET "band_good" = r."band_good" - c.band_good, "band_review" = r."band_review" - c.band_review,
  "band_poor" = r."band_poor" - c.band_poor, "confidence_count" = r."confidence_count" - c.confidence_count,
  "confidence_sum" = r."confidence_sum" - c.confidence_sum FROM (
  SELECT "project_id", "chain_id", "version_id", date_trunc('day', hour, 'UTC') AS day, sum(band_good)::int AS band_good,
    sum(band_review)::int AS band_review, sum(band_poor)::int AS band_poor, sum(confidence_count)::int AS confidence_count,
    sum(confidence_sum) AS confidence_sum
  FROM "dry" GROUP BY 1, 2, 3, 4) c
WHERE r."project_id" = c."project_id" AND r."chain_id" = c."chain_id" AND r."version_id" = c."version_id" AND r."day" = c.day;
DROP TABLE "dry";
