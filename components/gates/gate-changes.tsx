import { RotateCw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'

function focus(section: HTMLElement | null) {
  section?.focus()
}

type OvertakenProps = { text: string; onDiscard: () => void }

/**
 * Says that someone else closed the gate while a person was deciding, with what they had written. Takes the focus, so that it is scrolled to
 * and announced.
 */
export function Overtaken({ text, onDiscard }: OvertakenProps) {
  const hasText = text.trim() !== ''
  return (
    <section
      ref={focus}
      tabIndex={-1}
      aria-label={hasText ? 'Your text' : 'Your decision'}
      className="scroll-mt-20 outline-none"
    >
      <Notice
        tone="review"
        title={
          hasText
            ? 'The gate was closed while you wrote. Your text was not sent:'
            : 'The gate was closed while you were deciding. Yours was not sent.'
        }
        action={
          <Button size="sm" onClick={onDiscard}>
            {hasText ? 'Discard' : 'Close'}
          </Button>
        }
      >
        {hasText && <span className="whitespace-pre-wrap break-words">{text}</span>}
      </Notice>
    </section>
  )
}

type StaleEvidenceProps = { seen: GateEvidence; latest: GateEvidence; onReload: () => void }

/** Warns that new runs changed the evidence; deciding is disabled until it is reloaded. */
export function StaleEvidence({ seen, latest, onReload }: StaleEvidenceProps) {
  return (
    <div className="sticky top-14 z-10 rounded-md bg-paper">
      <Notice
        tone="review"
        title="The evidence has changed since you opened it"
        action={
          <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onReload}>
            Reload
          </Button>
        }
      >
        {describeChange(seen, latest)} Reload and look again before you decide.
      </Notice>
    </div>
  )
}

function describeChange({ current: seen, run }: GateEvidence, { current: latest }: GateEvidence): string {
  if (run) return 'The run has moved.'
  const more = latest.n - seen.n
  const mean = `The mean of ${latest.version} is now ${formatScore(latest.mean)}.`
  return more > 0 ? `${formatPlural(more, 'more live run')} of ${latest.version} arrived. ${mean}` : mean
}
