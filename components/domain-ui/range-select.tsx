import { Select } from '@/components/ui/select'
import type { Range } from '@/lib/contracts/primitives'
import { ranges } from '@/lib/contracts/vocabulary'
import { rangeLabels } from '@/lib/presentation/labels/verdicts'

const options = ranges.map((value) => ({ value, label: rangeLabels[value] }))

/** The time that a page looks back on. */
export function RangeSelect({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  return <Select label="When" className="w-36" value={value} onChange={onChange} options={options} />
}
