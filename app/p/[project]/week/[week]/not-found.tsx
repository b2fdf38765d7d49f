import { MissingItem } from '@/components/shell/missing-item'

export default function WeekNotFound() {
  return (
    <MissingItem title="Week not found">
      The week has not started, does not exist, or this revision was never created.
    </MissingItem>
  )
}
