-- CreateTable
CREATE TABLE "rollup_unit" (
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "chain_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "unit" TEXT NOT NULL,
    "scored" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "with_output" INTEGER NOT NULL,
    "with_tokens" INTEGER NOT NULL,
    "score_sum" DOUBLE PRECISION NOT NULL,
    "score_squares" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rollup_unit_pkey" PRIMARY KEY ("project_id","hour","chain_id","version_id","unit")
);

-- The nodes that are there already, counted once: of live runs those that ran to an end, but for what failed in the wake of
-- another. .40 completed, .35 an output that is not empty, .25 output of all tokens, by the weights of what was told.
INSERT INTO "rollup_unit" (project_id, hour, chain_id, version_id, unit, scored, failed, with_output, with_tokens, score_sum, score_squares)
SELECT project_id, hour, chain_id, version_id, unit, count(*), count(*) FILTER (WHERE completed = 0), count(filled), count(efficiency),
    sum(u.score), sum(u.score * u.score)
FROM (
    SELECT n.project_id, s.chain_id, s.version_id, date_trunc('hour', s.occurred_at, 'UTC') AS hour, left(coalesce(n.name, n.node_id), 200) AS unit,
        (n.status = 'completed')::int AS completed,
        CASE WHEN n.output IS NULL THEN NULL
            WHEN n.output IN ('[]', '{}') THEN 0
            WHEN jsonb_typeof(n.output) = 'string' AND n.output #>> '{}' ~ '^[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*$' THEN 0
            ELSE 1 END AS filled,
        CASE WHEN t.total > 0 AND t.useful IS NOT NULL THEN least(1, t.useful / t.total) END AS efficiency
    FROM "node_run" n
    JOIN "run_summary" s ON s.project_id = n.project_id AND s.id = n.run_id AND s.kind = 'live'
    LEFT JOIN "failure" f ON f.project_id = n.project_id AND f.run_id = n.run_id AND f.node_id = n.node_id AND f.role = 'cascade'
    CROSS JOIN LATERAL (SELECT
        coalesce((n.tokens ->> 'input')::float8 + (n.tokens ->> 'output')::float8, (n.tokens ->> 'total')::float8) AS total,
        coalesce((n.tokens ->> 'useful')::float8, (n.tokens ->> 'output')::float8) AS useful) t
    WHERE n.status IN ('completed', 'failed') AND f.run_id IS NULL
) m CROSS JOIN LATERAL (SELECT
    (0.4 * completed + 0.35 * coalesce(filled, 0) + 0.25 * coalesce(efficiency, 0))
        / (0.4 + CASE WHEN filled IS NULL THEN 0 ELSE 0.35 END + CASE WHEN efficiency IS NULL THEN 0 ELSE 0.25 END) AS score) u
GROUP BY 1, 2, 3, 4, 5;
