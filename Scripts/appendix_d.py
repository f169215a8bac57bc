#!/usr/bin/env python3
"""Appendix D of SCXML 1.0, written from the specification for the random charts of Scripts/conformance.

It judges where two engines differ. A chart has states, history, guards of `n < 20` and `In`, and content that counts n
and raises events; there are no datamodels, sends and invocations.

usage: Scripts/appendix_d.py FILE [EVENT...]     the active states at first and after each event
"""
import re
import sys
import xml.etree.ElementTree as xml


class State:
    def __init__(self, element, parent, ids):
        self.kind, self.id, self.parent, self.order = element.tag, element.get("id"), parent, len(ids)
        self.is_deep = element.get("type") == "deep"
        self.initial = (element.get("initial") or "").split()
        ids[self.id or ""] = self
        inner = {tag: [child for child in element if child.tag == tag] for tag in ("onentry", "onexit", "transition")}
        self.onentry, self.onexit = inner["onentry"], inner["onexit"]
        self.transitions = [Transition(child, self) for child in inner["transition"]]
        self.states = [State(child, self, ids) for child in element if child.tag in ("state", "parallel", "final", "history")]
        self.children = [state for state in self.states if state.kind != "history"]
        self.histories = [state for state in self.states if state.kind == "history"]
        self.is_compound = self.kind in ("scxml", "state") and bool(self.children)
        self.is_atomic = self.kind != "history" and not self.children

    def ancestors(self, below=None):
        state, found = self.parent, []
        while state and state is not below:
            found.append(state)
            state = state.parent
        return found


class Transition:
    def __init__(self, element, source):
        self.source, self.content, self.is_internal = source, element, element.get("type") == "internal"
        self.targets, self.events = (element.get("target") or "").split(), (element.get("event") or "").split()
        self.conditions = [part.strip() for part in (element.get("cond") or "true").split("&&")]

    def is_for(self, event):
        if event is None:
            return not self.events
        return any(word == "*" or event == word or event.startswith(word + ".") for word in self.events)


class Interpreter:
    def __init__(self, text):
        self.ids, self.active, self.history, self.queue = {}, set(), {}, []
        self.count, self.is_running = 0, True
        self.root = State(xml.fromstring(re.sub(r' xmlns="[^"]*"', "", text)), None, self.ids)
        first = Transition(xml.Element("transition"), self.root)
        first.targets, first.is_internal = self.root.initial, True
        self.enter([first])
        self.run_to_completion()

    def configuration(self):
        return {state.id for state in self.active if state.is_atomic}

    def send(self, event):
        if self.is_running:
            self.microstep(self.select(event))
            self.run_to_completion()

    def run_to_completion(self):
        while self.is_running:
            enabled = self.select(None)
            if not enabled:
                if not self.queue:
                    return
                enabled = self.select(self.queue.pop(0))
            self.microstep(enabled)

    # Selection

    def holds(self, condition):
        if condition == "true":
            return True
        if condition == "n < 20":
            return self.count < 20
        return (self.ids.get(re.search(r"'(\w+)'", condition)[1]) in self.active) != condition.startswith("!")

    def select(self, event):
        enabled = []
        for state in sorted((state for state in self.active if state.is_atomic), key=lambda state: state.order):
            around = [transition for other in [state] + state.ancestors() for transition in other.transitions]
            first = next((one for one in around if one.is_for(event) and all(map(self.holds, one.conditions))), None)
            if first and first not in enabled:
                enabled.append(first)
        kept = []
        for one in enabled:
            rivals = [other for other in kept if self.exits([one]) & self.exits([other])]
            if all(other.source in one.source.ancestors() for other in rivals):
                kept = [other for other in kept if other not in rivals] + [one]
        return kept

    def exits(self, transitions):
        domains = [self.domain(one) for one in transitions if one.targets]
        return {state for state in self.active for domain in domains if domain in state.ancestors()}

    def targets(self, transition):
        found = []
        for state in map(self.ids.get, transition.targets):
            for one in self.history.get(state, self.targets(state.transitions[0])) if state.kind == "history" else [state]:
                if one not in found:
                    found.append(one)
        return found

    def domain(self, transition):
        source, targets = transition.source, self.targets(transition)
        if transition.is_internal and source.is_compound and all(source in state.ancestors() for state in targets):
            return source
        return next(
            state for state in source.ancestors() if state.is_compound and all(state in one.ancestors() for one in targets))

    # Steps

    def microstep(self, transitions):
        exited = sorted(self.exits(transitions), key=lambda state: -state.order)
        for state in exited:
            for history in state.histories:
                inner = sorted((one for one in self.active if state in one.ancestors()), key=lambda one: one.order)
                self.history[history] = [one for one in inner if (one.is_atomic if history.is_deep else one.parent is state)]
        for state in exited:
            self.run(state.onexit)
            self.active.discard(state)
        self.run([transition.content for transition in transitions])
        self.enter(transitions)

    def run(self, blocks):
        for block in blocks:
            for element in block:
                if element.tag == "assign":
                    self.count += 1
                elif element.tag == "raise":
                    self.queue.append(element.get("event"))
                elif element.tag == "if" and self.count < 20:
                    self.run([element])

    def enter(self, transitions):
        entered = []
        for transition in transitions:
            for state in map(self.ids.get, transition.targets):
                self.add_descendants(state, entered)
            for state in self.targets(transition):
                self.add_ancestors(state, self.domain(transition), entered)
        for state in sorted(set(entered), key=lambda state: state.order):
            self.active.add(state)
            self.run(state.onentry)
            if state.kind == "final":
                self.finish(state.parent)

    def add_descendants(self, state, entered):
        if state.kind == "history":
            known = self.history.get(state)
            return self.add_all(known or map(self.ids.get, state.transitions[0].targets), state.parent, entered)
        entered.append(state)
        if state.is_compound:
            self.add_all(map(self.ids.get, state.initial or [state.children[0].id]), state, entered)
        elif state.kind == "parallel":
            self.add_regions(state, entered)

    def add_all(self, states, below, entered):
        states = list(states)
        for state in states:
            self.add_descendants(state, entered)
        for state in states:
            self.add_ancestors(state, below, entered)

    def add_ancestors(self, state, below, entered):
        for ancestor in state.ancestors(below):
            entered.append(ancestor)
            if ancestor.kind == "parallel":
                self.add_regions(ancestor, entered)

    def add_regions(self, parallel, entered):
        for region in parallel.children:
            if not any(region in state.ancestors() for state in entered):
                self.add_descendants(region, entered)

    def finish(self, parent):
        if parent is self.root:
            self.is_running = False
            return
        self.queue.append("done.state." + parent.id)
        if parent.parent.kind == "parallel" and all(map(self.is_done, parent.parent.children)):
            self.queue.append("done.state." + parent.parent.id)

    def is_done(self, state):
        if state.kind == "parallel":
            return all(map(self.is_done, state.children))
        return any(child.kind == "final" and child in self.active for child in state.children)


def configurations(text, events):
    interpreter = Interpreter(text)
    found = [interpreter.configuration()]
    for event in events:
        interpreter.send(event)
        found.append(interpreter.configuration())
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        for names in configurations(file.read(), sys.argv[2:]):
            print(" ".join(sorted(names)))
