import { Prisma } from '@/lib/db/generated/client'

/**
 * The human signal in force of a summary `s`, as one row `g` of a lateral join; none where nobody has spoken. What was taken back
 * does not count, and of several origins the summary says which goes first.
 */
export const HUMAN_SIGNAL = Prisma.sql`
  LATERAL (
    SELECT g.value, g.probability, g.recorded_at, g.decision_id, g.by, g.comment FROM signal g
    WHERE g.project_id = s.project_id AND g.run_id = s.id AND g.evaluator = 'human' AND g.origin = s.human_origin
      AND g.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM signal r WHERE r.project_id = g.project_id AND r.run_id = g.run_id AND r.retracts = g.id)
    ORDER BY g.value <> s.human, g.recorded_at DESC, g.id DESC LIMIT 1) g`
