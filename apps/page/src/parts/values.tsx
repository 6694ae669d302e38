// What a column holds, in a small picture with its words.

import type { Column } from "../engine/types";
import { texts } from "../texts";

export const count = (value: number) => value.toLocaleString("en-US");
const short = (value: number) => String(Number(value.toPrecision(4)));

export function Values({ column, rows }: { column: Column; rows: number }) {
  const t = texts.columns;
  if (column.histogram.length > 0) {
    const most = Math.max(...column.histogram);
    const width = 100 / column.histogram.length;
    return (
      <figure class="histogram">
        <svg viewBox="0 0 100 28" preserveAspectRatio="none" role="img" aria-label={t.histogramOf(column.name, short(column.least), short(column.greatest))}>
          {column.histogram.map((rows, i) => {
            const height = most === 0 ? 0 : Math.max(rows > 0 ? 0.8 : 0, (28 * rows) / most);
            return <rect key={i} x={i * width + 0.3} y={28 - height} width={width - 0.6} height={height} />;
          })}
        </svg>
        <figcaption class="small">
          <span>{short(column.least)}</span>
          <span>{short(column.greatest)}</span>
        </figcaption>
      </figure>
    );
  }
  const shown = [...column.values].sort((a, b) => b.rows - a.rows).slice(0, 4);
  const rest = column.distinct - shown.length;
  return (
    <ul class="values">
      {shown.map(({ label, rows: with_ }) => (
        <li key={label}>
          <span class="bar" style={{ width: `${(100 * with_) / Math.max(1, rows)}%` }} />
          <span class="label">{label}</span>
          <span class="small">{count(with_)}</span>
        </li>
      ))}
      {rest > 0 && <li class="small">{t.more(count(rest))}</li>}
    </ul>
  );
}
