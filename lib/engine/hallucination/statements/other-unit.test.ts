import { describe, expect, it } from 'vitest'
import { detectHallucinations, isDoubt } from '../detect-hallucinations'

const plant =
  'The gateway answers in 20 ms under load. The cold room is kept at 21 °C all year. The heat pump draws 5 kW at full load. The supply line carries 12 V in idle state. A ticket for the Raven ferry costs 45 $ per adult. A licence for one seat is 12,50 € before tax. Each retry waits 3 h without an answer. The gearbox weighs 300 kg without oil. The tunnel is 1500 m long. The exposure takes 2 h 15 min at the Torp site. The run took 5 m and 40 s. The post had 45 K readers. The fee at the gate is 80 ct. The export is 2 GB in size. Patients were followed for eight years and had a 19 % lower risk.'

function findings(output: string) {
  const { findings } = detectHallucinations({ output, sources: [{ id: 'plant', text: plant }] })
  return findings.flatMap((one) => (isDoubt(one) ? [`${one.verdict}: ${one.span.text}`] : []))
}

describe('the number of the source in another unit', () => {
  it.each([
    ['Under load, the gateway answers in 20 s.', '20 s'],
    ['The cold room is kept at 21 °F all year.', '21 °F'],
    ['At full load the heat pump draws 5 W.', '5 W'],
    ['In idle state the supply line carries 12 mV.', '12 mV'],
    ['Each retry waits 3 min without an answer.', '3 min'],
    ['A ticket for the Raven ferry costs 45 € per adult.', '45 €'],
    ['A licence for one seat is 12,50 $ before tax.', '12,50 $'],
    ['Without oil the gearbox weighs 300 g.', '300 g'],
    ['The export has a size of 2 TB.', '2 TB'],
    ['Patients were followed for nineteen years.', 'nineteen years'],
  ])('contradicts it: %s', (output, text) => {
    expect(findings(output)).toEqual([`contradicted: ${text}`])
  })
})

describe('the value of the source in another unit', () => {
  it.each([
    ['The gateway answers in 0.02 s under load.'],
    ['The cold room is kept at 70 °F all year.'],
    ['The heat pump draws 5000 W at full load.'],
    ['The supply line carries 12,000 mV in idle state.'],
    ['A ticket for the Raven ferry costs 45 dollars per adult.'],
    ['A licence for one seat is €12.50 before tax.'],
    ['Each retry waits 180 minutes without an answer.'],
    ['The gearbox weighs 0.3 t without oil.'],
    ['The tunnel is 1.5 km long.'],
    ['The exposure takes 135 minutes at the Torp site.'],
    ['The exposure takes 2.25 h at the Torp site.'],
    ['The run took 5 minutes and 40 seconds.'],
    ['The run took 340 s.'],
    ['The post had 45,000 readers.'],
    ['The fee at the gate is €0.80.'],
    ['The export is 2048 MB in size.'],
  ])('is told of it: %s', (output) => {
    expect(findings(output)).toEqual([])
  })
})
