import { clsx } from 'clsx'
import { DefinitionList } from '@/components/ui/definition-list'
import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import { prepareTrueShareGood } from '@/lib/presentation/true-share-good'

/** Estimated share of runs that people would approve, with its derivation in a disclosure. */
export function TrueShareGoodText({ shareGood }: { shareGood: TrueShareGood }) {
  const model = prepareTrueShareGood(shareGood)
  if (!model) return <p className="text-ink-2 text-sm">No live run has a score yet.</p>
  return (
    <div className="max-w-3xl text-sm">
      <p className={clsx(model.facts.length > 0 ? 'text-md' : 'font-medium')}>{model.headline}</p>
      <p className="mt-1 text-ink-2">{model.note}</p>
      {model.facts.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit text-ink-2 hover:text-ink">How it was found</summary>
          <div className="mt-2">
            <DefinitionList items={model.facts} />
          </div>
        </details>
      )}
    </div>
  )
}
