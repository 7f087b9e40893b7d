import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data through the classes of C++ and the literals of Go', () => {
  test('C: a function that is declared before its call, in the same file and in another', async () => {
    await expectFlows({
      'src/show.c': `#include <stdlib.h>
void show(char *name) {
    system(name); // !command
}
`,
      'src/main.c': `#include <stdlib.h>
void show(char *name);
static char *chosen(void);
static void run(const char *name);
int main(void) {
    show(chosen());
    run(chosen());
    return 0;
}
static char *chosen(void) { return getenv("NAME"); }
static void run(const char *name) {
    system(name); // !command
}
`,
    });
  });

  test('C++: methods outside their class, which is in a header; objects made of variables', async () => {
    await expectFlows({
      'include/job.h': `#pragma once
#include <string>
class Job {
public:
    explicit Job(const std::string& name) : name_(name) {}
    int start();
    int rename(const std::string& to);
private:
    std::string name_;
};
`,
      'src/job.cpp': `#include "job.h"
#include <cstdlib>
int Job::start() {
    system("uptime");
    return system(("convert " + name_).c_str()); // !command
}
int Job::rename(const std::string& to) {
    return system(("mv now " + to).c_str()); // !command
}
`,
      'src/main.cpp': `#include "job.h"
int main(int argc, char** argv) {
    Job job(argv[1]);
    std::string to = argv[2];
    Job other(to);
    other.rename(to);
    return job.start();
}
`,
    });
  });

  test('C++: constructors outside their class set fields; one of several fixed texts is harmless', async () => {
    await expectFlows({
      'include/task.h': `#pragma once
#include <string>
class Task {
public:
    Task(const std::string& dir, const std::string& how) noexcept;
    int run();
private:
    std::string how_;
    std::string dir_;
};
`,
      'src/task.cpp': `#include "task.h"
#include <cstdlib>
Task::Task(const std::string& dir, const std::string& how) noexcept : how_(how), dir_(dir) {}
int Task::run() {
    std::string how = how_;
    if (how == "up" || "down" == how) system(("ip link set eth0 " + how).c_str());
    return system(("ls " + dir_).c_str()); // !command
}
`,
      'src/main.cpp': `#include "task.h"
int main(int argc, char** argv) {
    Task task(argv[1], argv[2]);
    return task.run();
}
`,
      'cmd/run.go': `package cmd

import (
	"net/http"
	"os/exec"
)

func run(w http.ResponseWriter, r *http.Request) {
	by := r.FormValue("by")
	a := &exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "sort -k " + by}} // !command
	b := &exec.Cmd{Path: "/usr/bin/sort", Args: []string{"sort", by}}
	if by != "1" && r.Method != "2" {
		return
	}
	c := exec.Command("sh", "-c", "sort -k "+by) // !command
	if by != "1" && by != "2" {
		return
	}
	d := exec.Command("sh", "-c", "sort -k "+by)
	use(a, b, c, d)
}
`,
    });
  });
});

test('macros have the value of their definition, and wide functions that of the others', () =>
  expectFlows({
    'run.c': `#include <stdlib.h>
#ifdef _WIN32
#define POPEN _wpopen
#define GETENV _wgetenv
#else
#define POPEN popen
#define GETENV getenv
#endif
#define SHELL "/bin/sh"
#define FLAG "-c"
#define WORD data

void run(void) {
  wchar_t data[100] = L"ls ";
  wcsncat(data, GETENV("ADD"), 50);
  POPEN(data, "w"); // !command
  execl(SHELL, SHELL, FLAG, WORD, NULL); // !command
  execl("/bin/ls", "ls", WORD, NULL);
}
`,
  }));
