import type { AuditEvent } from '@/lib/contracts/audit'
import { isRecord } from '@/lib/contracts/is-record'
import { capital } from '../format/text'

const labels: Readonly<Record<string, string>> = {
  'account.address_lost': 'Address moved to another account',
  'account.address_proven': 'Address verified',
  'account.password': 'Password changed',
  'account.password_reset': 'Password reset',
  'account.reset_link': 'Password reset link created',
  'account.sessions_ended': 'Signed out elsewhere',
  'account.update': 'Person renamed',
  'chain.authorities': 'Chain deciders changed',
  'chain.update': 'Chain settings changed',
  'chain_rules.set': 'Rules for chains of traces changed',
  'connection.granted': 'App connected',
  'connection.revoked': 'App disconnected',
  'configuration.put': 'Configuration changed',
  'data.redaction': 'Redaction rules changed',
  'data.retention': 'Retention changed',
  'dead_letter.abandoned': 'Dead letter abandoned',
  'dead_letter.resolved': 'Dead letter resolved',
  'dead_letter.retry': 'Dead letter retried',
  'failure_group.archived': 'Failures archived',
  'failure_group.assigned': 'Failures assigned',
  'failure_group.merged': 'Failures merged',
  'failure_group.reopened': 'Failures reopened',
  'failure_group.resolved': 'Failures resolved',
  'failure_group.split': 'Failures split',
  'failure_group.undone': 'Change of failures taken back',
  'gate.covered': 'Something on its gate, shown after your verdict',
  'gate.approved': 'Gate approved',
  'gate.assigned': 'Gate assigned',
  'gate.escalated': 'Gate escalated',
  'gate.extended': 'Gate deadline changed',
  'gate.opened': 'Gate opened',
  'gate.rejected': 'Gate rejected',
  'gate.timed_out': 'Gate timed out',
  'gate.undone': 'Gate decision taken back',
  'gate.voted': 'Gate approval added',
  'gate.warned': 'Gate deadline approached',
  'judge.added': 'Judge added',
  'judge.changed': 'Judge changed',
  'judge.removed': 'Judge removed',
  'judge.resetBreaker': 'Circuit breaker reset',
  'judge.test': 'Judge tested',
  'key.create': 'API key created',
  'key.revoke': 'API key revoked',
  'mail.test': 'Email tested',
  'member.add': 'Member added',
  'member.change': 'Member role changed',
  'member.invite': 'Person invited',
  'member.invite_declined': 'Invitation declined',
  'member.invite_revoked': 'Invitation withdrawn',
  'member.provisioned': 'Member joined by domain',
  'member.remove': 'Member removed',
  'pairs.asked': 'Pairs asked about',
  'pairs.claimed': 'Pair handed out',
  'pairs.decided': 'Pair decided',
  'pairs.left': 'Pairs left unanswered',
  'pairs.revealed': 'Sides of pairs shown',
  'pairs.skipped': 'Pair skipped',
  'pairs.undone': 'Answer on a pair taken back',
  'person.removed': 'Person removed from the desk',
  'project.create': 'Project created',
  'project.deletion_asked': 'Project deletion requested',
  'project.exported': 'Project exported',
  'project.removed': 'Project removed',
  'project.restored': 'Project deletion cancelled',
  'project.update': 'Project changed',
  'review.add': 'Added to the review queue',
  'review.ask': 'Second reviewer asked for',
  'review.assign': 'Review assigned',
  'review.hold': 'Review held',
  'review.release': 'Review released',
  'review.sides_shown': 'Reasons of both sides read',
  'rubric.put': 'Rubric changed',
  'review.unask': 'Request for a review taken back',
  'run.attributed': 'Run cause changed',
  'run.covered': 'Something on the run, shown after your verdict',
  'run.comment': 'Comment added',
  'run.comment_deleted': 'Comment deleted',
  'run.comment_edited': 'Comment edited',
  'run.comment_reopened': 'Comment reopened',
  'run.comment_resolved': 'Comment resolved',
  'run.content_removed': 'Texts of old runs removed',
  'run.deleted': 'Runs deleted',
  'run.overridden': 'Verification overridden',
  'run.review': 'Run reviewed',
  'run.review_undone': 'Review taken back',
  'run.patched': 'Run metadata or tags changed',
  'run.tagged': 'Run tags changed',
  'sample.load': 'Sample loaded',
  'scenario.covered': 'Something on its scenario, shown after your verdict',
  'scenario.kept': 'Scenario kept',
  'scenario.updated': 'Kept scenario changed',
  'series.create': 'Score series created',
  'sign_in_domain.removed': 'Sign-in domain removed',
  'sign_in_domain.set': 'Sign-in domain added',
  'thinking.cleared': 'Thoughts cleared',
  'thinking.template-deleted': 'Thinking template deleted',
  'thinking.template-put': 'Thinking template saved',
  'trials.added': 'Trials added',
  'version.published': 'Version published',
  'version.put': 'Version declared',
  'view.created': 'View saved',
  'view.deleted': 'Saved view removed',
  'view.restored': 'Saved view restored',
  'view.updated': 'Saved view changed',
  'webhook.create': 'Webhook added',
  'webhook.delete': 'Webhook removed',
  'webhook.disabled': 'Webhook switched off',
  'webhook.replay': 'Webhook resent',
  'webhook.rotate': 'Webhook secret rotated',
  'webhook.test': 'Webhook tested',
  'webhook.update': 'Webhook changed',
  'weekly.action_added': 'Week action added',
  'weekly.action_changed': 'Week action changed',
  'weekly.made': 'Week report created',
}

/** Returns the label of an action, or its name as words if it has none. */
export function auditActionLabel(action: string): string {
  const known = Object.hasOwn(labels, action) ? labels[action] : undefined
  if (known !== undefined) return known
  const words = action.replaceAll(/[._-]/g, ' ')
  return capital(words)
}

/** What is removed for good, and keeps its name in the event. */
const NAMED = new Set(['judge', 'view', 'webhook'])

const nameIn = (value: unknown) => (isRecord(value) && typeof value.name === 'string' ? value.name : null)

const vias: Readonly<Record<string, string>> = {
  api: 'API',
  browser: 'Browser',
  cli: 'Command line',
  job: 'Veritas',
  mcp: 'MCP',
}

/** Describes the origin of an event: "Browser, 192.0.2.7"; null if it was not recorded. */
export function auditOrigin({ via, address }: Pick<AuditEvent, 'via' | 'address'>): string | null {
  const parts = [via === null ? null : (vias[via] ?? via), address].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

type AuditSubject = Pick<AuditEvent, 'subject'> &
  Partial<Pick<AuditEvent, 'before' | 'after'>> & { name: string | null }

/** Returns the subject's name, the one on record if it is gone, else its kind. */
export function auditSubject({ name, subject, before, after }: AuditSubject): string {
  if (name !== null) return name
  const [noun = '', ...rest] = subject.split(':')
  const recorded = NAMED.has(noun) ? (nameIn(after) ?? nameIn(before)) : null
  if (recorded !== null) return recorded
  if (noun === 'invitation') return 'someone who has not joined'
  return noun === 'project' ? 'this project' : `${noun.replaceAll(/[_-]/g, ' ')} ${rest.join(':')}`.trim()
}
