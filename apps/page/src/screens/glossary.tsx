// What is read beside the way: words, and whose work is inside.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts";

function Dialog({ title, close, children }: { title: string; close(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="dialog">
      <div class="row spread">
        <h2 id="dialog">{title}</h2>
        <button type="button" onClick={() => dialog.current!.close()}>{texts.close}</button>
      </div>
      {children}
    </dialog>
  );
}

export function Glossary({ close }: { close(): void }) {
  return (
    <Dialog title={texts.glossaryTitle} close={close}>
      <ol>{texts.howToRead.map((one) => <li key={one}>{one}</li>)}</ol>
      <dl tabIndex={0} aria-labelledby="dialog">
        {texts.glossary.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function Licences({ close }: { close(): void }) {
  return (
    <Dialog title={texts.licences} close={close}>
      <pre tabIndex={0} aria-label={texts.licences}>{document.getElementById("licences")!.textContent}</pre>
    </Dialog>
  );
}
