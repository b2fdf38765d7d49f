import { SegmentedControl } from '@/components/ui/segmented-control'
import { type CompareFilter, compareFilters } from '@/lib/presentation/compare/compare-runs'
import { formatCount } from '@/lib/presentation/format/number'

const labels: Record<CompareFilter, string> = {
  all: 'All',
  changed: 'Changed',
  worse: 'Worse',
  better: 'Better',
  missing: 'Missing',
}

type ShowFilterProps = {
  value: CompareFilter
  onChange: (value: CompareFilter) => void
  counts: Record<CompareFilter, number>
}

/** Filter for the rows of a comparison, with a count per choice. */
export function ShowFilter({ value, onChange, counts }: ShowFilterProps) {
  return (
    <div className="mb-3 max-w-full overflow-x-auto">
      <SegmentedControl
        label="Show"
        value={value}
        onChange={onChange}
        segments={compareFilters.map((filter) => ({
          value: filter,
          label: (
            <>
              {labels[filter]} <span className="text-ink-3">{formatCount(counts[filter])}</span>
            </>
          ),
        }))}
      />
    </div>
  )
}
