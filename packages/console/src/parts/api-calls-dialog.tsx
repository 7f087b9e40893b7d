import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { asCurl, asSdk, type Call } from '../api/calls.tsx';
import { Code } from './code.tsx';
import { Dialog } from './dialog.tsx';
import { words } from './format.tsx';

const languages = [
  { id: 'curl', label: 'curl', write: asCurl },
  { id: 'sdk', label: 'TypeScript SDK', write: asSdk },
];

/** The calls in each language. */
export function ApiCallsDialog({ calls, onClose }: { calls: Call[]; onClose: () => void }) {
  return (
    <Dialog title="As API calls" isOpen onClose={onClose} wide hasClose>
      <Tabs className="tabs">
        <TabList aria-label="Language" className="tab-list">
          {languages.map(({ id, label }) => (
            <Tab key={id} id={id} className="tab">
              {label}
            </Tab>
          ))}
        </TabList>
        {languages.map(({ id, write }) => (
          <TabPanel key={id} id={id} className="tab-panel">
            {calls.map((call) => (
              <OneCall key={JSON.stringify(call)} call={call} text={write(call)} />
            ))}
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}

function OneCall({ call, text }: { call: Call; text: string }) {
  const title = call.title ?? words(call.operation);
  return (
    <section className="one-call" aria-label={title}>
      <h3>{title}</h3>
      <Code text={text} label={`${title}, the call`} />
    </section>
  );
}
