import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";

export function Glossary({ close }: { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="words">
      <div class="row spread">
        <h2 id="words">{texts.glossaryTitle}</h2>
        <button type="button" onClick={() => dialog.current!.close()}>{texts.close}</button>
      </div>
      <ol>{texts.howToRead.map((one) => <li key={one}>{one}</li>)}</ol>
      <dl tabIndex={0} aria-labelledby="words">
        {texts.glossary.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
